/** What the build puts beside the element: the shapes of the men, the texts of each language, and the styles. */
export const figures: Record<string, { body: string; details: string }>;
/** The catalogs of each language, the one to prefer first. */
export const texts: Record<string, { language: string, entries: Record<string, string | Record<string, string>> }[]>;
export const style: string;
/** The start positions of the games. */
export const starts: Record<string, string>;
