const addresses = new Map();
for (const [path, text] of modules) {
  const linked = text.replace(/ from '\.\/([^']+)'/g, (_, name) => ` from '${addresses.get(name)}'`);
  addresses.set(path, URL.createObjectURL(new Blob([linked], { type: 'text/javascript' })));
}
const { replayGames } = await import(addresses.get('replay.js'));
replayGames(figures, texts);
