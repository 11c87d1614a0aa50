//! The conversation, and the queue of its tasks, which run on the only thread there is.
//!
//! A task runs while nothing is borrowed, since a host that can suspend it may send lines meanwhile.
//! Events of a task wait until its next poll, or until it returns.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use batyr::engine::{EngineTask, Networks, Poll, SearchHost, TableSource, TaskHost, TaskState};
use batyr::game::Variant;
use batyr::host::conversation::{Conversation, ConversationInput};
use batyr::host::limits::{ConversationLimits, HostLimits};
use batyr::host::system::{ShippedFile, System};
use batyr::openings::book::{Book, BookError};
use batyr::util::clock::Instant;
use batyr_protocol::{Flow, InputLine, LineSplitter, Session};

use crate::{files, host};

/// How often the host is asked whether a search should continue.
const POLL_INTERVAL: Duration = Duration::from_millis(8);

/// The limits of the only host. The table is within what phones give a page.
const LIMITS: HostLimits = HostLimits {
    max_hash: 512,
    max_threads: 1,
    allows_files: false,
    allows_bench: true,
    shares_cores: false,
};

/// What there is to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    None,
    /// A task goes on.
    More,
    /// A task waits for a line.
    Waiting,
}

#[derive(Default)]
struct Shell {
    conversation: Option<Conversation>,
    tasks: VecDeque<EngineTask>,
    events: VecDeque<ConversationInput>,
    last_poll: Option<Instant>,
}

thread_local! {
    static SHELL: RefCell<Shell> = RefCell::default();
}

/// The system: the only thread, without files.
#[derive(Debug)]
struct OneThread;

impl System for OneThread {
    fn task_host(&self) -> Option<Arc<dyn TaskHost>> {
        Some(Arc::new(Self))
    }

    fn shipped_book(&self, variant: Variant) -> Result<Option<Book>, BookError> {
        Ok(files::book(variant))
    }

    fn shipped_networks(&self) -> Networks {
        files::networks()
    }

    fn shipped_tables(&self) -> TableSource {
        files::tables()
    }

    fn fetch(&self, wanted: Vec<ShippedFile>) -> bool {
        files::fetch(wanted)
    }

    fn start_work(&self, _name: &str, work: EngineTask) -> io::Result<()> {
        self.add_task(work);
        Ok(())
    }
}

impl TaskHost for OneThread {
    fn add_task(&self, task: EngineTask) {
        SHELL.with_borrow_mut(|shell| shell.tasks.push_back(task));
    }
}

impl SearchHost for OneThread {
    fn poll(&self) -> Poll {
        let now = Instant::now();
        let is_due = SHELL.with_borrow_mut(|shell| {
            let is_due = shell
                .last_poll
                .is_none_or(|last| now - last >= POLL_INTERVAL);
            if is_due {
                shell.last_poll = Some(now);
            }
            is_due
        });
        let _ = deliver_events();
        if is_due { host::poll() } else { Poll::Continue }
    }
}

/// Takes a file, and begins the task that has waited for it. Returns whether the file is sound.
pub fn add_file(bytes: Vec<u8>) -> bool {
    let handover = files::add(bytes);
    if handover.is_last
        && let Some(mut conversation) = SHELL.with_borrow_mut(|shell| shell.conversation.take())
    {
        conversation.files_have_come();
        SHELL.with_borrow_mut(|shell| shell.conversation = Some(conversation));
        let _ = deliver_events();
    }
    handover.is_sound
}

/// Begins the conversation with the greeting.
pub fn begin() {
    let listener = Arc::new(|id, event| {
        let input = ConversationInput::Event(id, event);
        SHELL.with_borrow_mut(|shell| shell.events.push_back(input));
    });
    let limits = ConversationLimits::default();
    let mut conversation =
        Conversation::new(Session::new, LIMITS, limits, Arc::new(OneThread), listener);
    conversation.greet();
    send(&mut conversation);
    SHELL.with_borrow_mut(|shell| shell.conversation = Some(conversation));
}

/// Handles what the host has written, a line without its end.
pub fn line(mut bytes: Vec<u8>) -> Flow {
    bytes.push(b'\n');
    let mut lines: Vec<InputLine> = Vec::new();
    LineSplitter::new().push(&bytes, &mut lines);
    drop(bytes);
    let inputs = lines.into_iter().map(ConversationInput::Line);
    handle_all(inputs)
}

/// Handles the end of the input.
pub fn end_of_lines() -> Flow {
    handle_all([ConversationInput::LinesEnded])
}

/// Goes on with the first task.
pub fn run() -> Work {
    let Some(mut task) = SHELL.with_borrow_mut(|shell| shell.tasks.pop_front()) else {
        return Work::None;
    };
    let state = task();
    if state != TaskState::Done {
        SHELL.with_borrow_mut(|shell| shell.tasks.push_front(task));
    }
    let _ = deliver_events();
    match state {
        TaskState::Waiting => Work::Waiting,
        TaskState::Paused => Work::More,
        TaskState::Done if SHELL.with_borrow(|shell| shell.tasks.is_empty()) => Work::None,
        TaskState::Done => Work::More,
    }
}

fn handle_all(inputs: impl IntoIterator<Item = ConversationInput>) -> Flow {
    for input in inputs {
        if handle(input) == Flow::Exit {
            return Flow::Exit;
        }
    }
    deliver_events()
}

/// Passes the events so far to the conversation.
fn deliver_events() -> Flow {
    while let Some(event) = SHELL.with_borrow_mut(|shell| shell.events.pop_front()) {
        if handle(event) == Flow::Exit {
            return Flow::Exit;
        }
    }
    Flow::Continue
}

/// Passes an input to the conversation, which is out of its place meanwhile: what it does may add
/// tasks and events.
fn handle(input: ConversationInput) -> Flow {
    let Some(mut conversation) = SHELL.with_borrow_mut(|shell| shell.conversation.take()) else {
        return Flow::Exit;
    };
    let flow = conversation.handle(input);
    send(&mut conversation);
    if flow == Flow::Continue {
        SHELL.with_borrow_mut(|shell| shell.conversation = Some(conversation));
    }
    flow
}

fn send(conversation: &mut Conversation) {
    for line in conversation.take_output() {
        host::line_out(&line);
    }
}
