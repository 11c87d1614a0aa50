//! The conversation, and the queue of its tasks, which run on the only thread there is, or on another one
//! of the module's.
//!
//! A task runs while nothing is borrowed, since a host that can suspend it may send lines meanwhile.
//! Events of a task wait until its next poll, or until it returns. A task with a thread of its own
//! notifies the host of its events, and they wait until the host calls [`run`]. Lines are handled at
//! any time: such a task learns of a stop through the flag that it shares with the engine.

use std::collections::VecDeque;
use std::io;
#[cfg(target_feature = "atomics")]
use std::sync::atomic::{
    AtomicBool,
    Ordering::{AcqRel, Release},
};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use batyr::engine::{EngineTask, Networks, Poll, SearchHost, TableSource, TaskHost, TaskState};
use batyr::game::Variant;
use batyr::host::conversation::{Conversation, ConversationInput};
use batyr::host::limits::{ConversationLimits, HostLimits};
use batyr::host::system::{ShippedFile, System};
use batyr::openings::book::{Book, BookError};
use batyr::util::clock::Instant;
use batyr_protocol::{Flow, InputLine, LineSplitter, Session};

use crate::shared::{Bell, HAS_WORKERS, Shared};
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

/// The memory that is taken before there are threads: the largest table of the page, a few stacks, and what
/// else a search needs.
#[cfg(target_feature = "atomics")]
const RESERVE: usize = 128 << 20;

/// What there is to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    None,
    /// A task goes on.
    More,
    /// A task waits for a line.
    Waiting,
    /// The conversation is over.
    Over,
}

#[derive(Default)]
struct Shell {
    conversation: Option<Conversation>,
    tasks: VecDeque<EngineTask>,
    events: VecDeque<ConversationInput>,
    last_poll: Option<Instant>,
}

static SHELL: LazyLock<Shared<Shell>> = LazyLock::new(Shared::default);

/// Is rung when there is a task, or a line that a task may wait for.
static INPUT: Bell = Bell::new();

/// Whether the host has been notified of the waiting events.
#[cfg(target_feature = "atomics")]
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// The system: one thread for all tasks, without files.
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
        INPUT.ring();
    }
}

impl SearchHost for OneThread {
    fn poll(&self) -> Poll {
        if HAS_WORKERS {
            return Poll::Continue;
        }
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
pub fn begin(max_threads: usize) {
    let listener = Arc::new(|id, event| {
        let input = ConversationInput::Event(id, event);
        SHELL.with_borrow_mut(|shell| shell.events.push_back(input));
        tell_of_events();
    });
    let host_limits = HostLimits {
        max_threads: if HAS_WORKERS { max_threads.max(1) } else { 1 },
        ..LIMITS
    };
    let limits = ConversationLimits::default();
    let system = Arc::new(OneThread);
    let mut conversation = Conversation::new(Session::new, host_limits, limits, system, listener);
    #[cfg(target_feature = "atomics")]
    {
        crate::threads::reserve(RESERVE);
        crate::threads::leave(Box::new(run_all));
    }
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
    let flow = handle_all(inputs);
    INPUT.ring();
    flow
}

/// Tells the host that there are events, if they are of another thread.
fn tell_of_events() {
    #[cfg(target_feature = "atomics")]
    if !IS_TOLD.swap(true, AcqRel) {
        host::news();
    }
}

/// Runs the tasks, and waits for more, for ever.
#[cfg(target_feature = "atomics")]
fn run_all() {
    loop {
        let rings = INPUT.rings();
        let Some(mut task) = SHELL.with_borrow_mut(|shell| shell.tasks.pop_front()) else {
            INPUT.wait_beyond(rings);
            continue;
        };
        let state = task();
        if state != TaskState::Done {
            SHELL.with_borrow_mut(|shell| shell.tasks.push_front(task));
        }
        if state == TaskState::Waiting {
            INPUT.wait_beyond(rings);
        }
    }
}

/// Goes on with the first task. Where tasks have a thread of their own, delivers what they report.
pub fn run() -> Work {
    if HAS_WORKERS {
        return match deliver_events() {
            Flow::Continue => Work::None,
            Flow::Exit => Work::Over,
        };
    }
    let Some(mut task) = SHELL.with_borrow_mut(|shell| shell.tasks.pop_front()) else {
        return Work::None;
    };
    let state = task();
    if state != TaskState::Done {
        SHELL.with_borrow_mut(|shell| shell.tasks.push_front(task));
    }
    if deliver_events() == Flow::Exit {
        return Work::Over;
    }
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
    #[cfg(target_feature = "atomics")]
    IS_TOLD.store(false, Release);
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
