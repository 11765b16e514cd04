// One row per promise of the product: its id, what it says, and the test that would fail if it were broken. The ids stay;
// texts for users may say the same in any words. `requirements.test.ts` fails on a row without a test.

export interface Requirement {
  id: string
  promise: string
  /** File and words of the test's title. */
  test: { file: string; title: string }
  /**
   * `proven`: the test shows it where it runs. `recorded only`: the test shows that it is asked for; that it happens needs what is
   * missing here (Electron, Windows, macOS, a network).
   */
  kind: 'proven' | 'recorded only'
}

const proven = (id: string, promise: string, file: string, title: string): Requirement => ({
  id,
  promise,
  test: { file, title },
  kind: 'proven',
})
const recorded = (id: string, promise: string, file: string, title: string): Requirement => ({
  ...proven(id, promise, file, title),
  kind: 'recorded only',
})

const BRIDGE = 'src-main/bridge/bridge.desktop.test.ts'
const LIVE = 'src-main/computer/live-desktop.desktop.test.ts'
const GATE = 'src-main/safety/create-gate.test.ts'
const PAGE = 'e2e/page.e2e.ts'
const CRASH = 'e2e/app-crash.e2e.ts'
const OVERLAY = 'e2e/overlay.e2e.ts'
const BRAKE = 'e2e/app-brake.e2e.ts'
const HISTORY = 'src-renderer/history/history.test.ts'

export const REQUIREMENTS: readonly Requirement[] = [
  // Start
  proven('set-up', 'A start does all the set-up, or says what is missing.', 'scripts/setup.test.ts', 'a person without root is told the one line that installs what is missing'),
  recorded('no-network-again', 'A second start finds everything there and needs no network.', 'scripts/start.test.ts', 'does not try at every start'),
  proven('page-instead', 'Where Electron or a screen is missing, a start says which and prints one line with the address of the page.', PAGE, 'npm start without Electron and without a screen: one line with an address'),
  proven('first-request', 'A request in plain words is carried out in the page or the app.', 'e2e/first-request.e2e.ts', 'a text is written and saved in one application, and another one computes the result'),
  proven('terminal', 'The same engine is a command in a terminal.', 'e2e/first-request.e2e.ts', 'with the strategy %s'),

  // The app
  proven('steps', 'A run shows its steps as they happen.', 'src-preload/contract/run-view.test.ts', 'tells a whole run: rounds, steps, acts with their effects, evaluation, totals and result'),
  proven('search', 'Sessions are found by search.', 'src-renderer/chat/chat.test.ts', 'finds all words, whatever their case and accents'),
  proven('queue', 'Requests that you type while a run goes on wait in a queue.', BRIDGE, 'runs a request, a queued one and an asked one'),
  proven('reopened', 'Closing and reopening a window shows the same.', CRASH, 'a window that is closed in mid-run, and one that is opened anew, show the same'),
  proven('second-window', 'A second window shows the same.', 'src-main/bridge/dialogs.test.ts', 'gives a window that comes later the same events'),
  proven('settings-last', 'Settings of applications on a virtual desktop are there again on the next one.', 'src-main/platform/virtual/virtual.desktop.test.ts', 'has the settings of the one before where they are kept'),
  proven('unsaved-asked', 'Before a session ends with its desktop, unsaved work is asked about.', 'src-main/session/unsaved-work.test.ts', '“Save” is a further request of the session'),
  proven('live', 'The desktop of a virtual run is shown live beside it.', LIVE, 'gives a frame at once and one after each change'),
  proven('take-over', 'Take over with mouse and keyboard while the run is paused (a password, a CAPTCHA), and hand back.', LIVE, 'does with keys, mouse and text what the person does'),
  proven('never-stored', 'Frames and what you do then are never stored.', 'e2e/requirements.test.ts', 'no event of a run can hold a frame or what a person does by hand'),
  proven('brake-places', 'Pause, resume and terminate are in every window, in the pill, in the tray and as global shortcuts.', BRAKE, 'paused, resumed and terminated, and every window says so at once'),
  proven('shown-by-engine', 'What is shown comes back from the engine, never from the button.', BRIDGE, 'what is shown comes from the engine, and the next request works at once'),
  proven('nothing-acts', 'After terminate nothing acts.', BRAKE, 'paused, resumed and terminated, and every window says so at once'),
  proven('nothing-acts-terminal', 'After a terminate from another terminal nothing acts.', 'e2e/brake.e2e.ts', 'after a stop from another terminal nothing acts, and no key stays down'),
  proven('question-says', 'A question says what will happen, where and why it asks, and shows the target.', 'src-preload/contract/run-view.test.ts', 'has all that a dialog shows of a sensitive act: why, where, what may be answered, and the picture'),
  proven('safe-first', 'The safe answer comes first and has the focus.', PAGE, 'npm start without Electron and without a screen'),
  proven('scopes', 'What was allowed for the run is allowed for that, and nothing else.', GATE, 'lets through what was agreed to for the run, and nothing else'),
  proven('refuse-why', 'A refusal may say why, and the agent hears it.', GATE, 'hands on why'),
  proven('rules-revocable', 'Rules are listed and revocable.', 'src-main/bridge/permissions.desktop.test.ts', 'a permission for always is listed, spares the question the next time, and asks again once it was revoked'),
  proven('rules-never', 'Rules never cover paying, passwords or deleting.', GATE, 'never cover %s'),
  proven('overlay', 'While a run acts on the own desktop, a border and a pill show it.', OVERLAY, 'comes with a run on this desktop as border and pill'),
  proven('overlay-aside', 'The overlay is in no picture and no control tree of the agent.', OVERLAY, 'neither border nor pill is in the agent’s pictures, its windows or its controls'),
  proven('overlay-clicks', 'The overlay lets clicks through.', OVERLAY, 'lets every click through to what lies below'),
  recorded('overlay-protected', 'The overlay is kept out of pictures by the system, too.', 'src-main/electron/window-table.test.ts', 'is kept out of pictures'),
  proven('hand-pauses', 'When you move the mouse, the run pauses.', 'e2e/mouse.e2e.ts', 'a hand on the mouse pauses the run'),
  proven('history-search', 'The history has full-text search.', HISTORY, 'hits are grouped by run, and the found words are marked where they are'),
  proven('replay', 'A run of the history is replayed by keyboard.', HISTORY, 'the keyboard goes through it and stays within it'),
  proven('export', 'A run is exported as HTML or Markdown.', PAGE, 'the whole of a first request in that page'),
  proven('history-plan', 'A run of the history becomes a plan.', 'src-main/bridge/handlers/history.test.ts', 'a completed run is recorded as a plan of its name, and done again by it'),
  proven('schedule', 'What is scheduled is begun by the system’s own scheduler.', 'e2e/schedules.e2e.ts', 'systemd begins what is scheduled: when a file appears, and at its time'),
  proven('plan-again', 'A plan is done again without a model.', 'e2e/replay-page.e2e.ts', 'a run is recorded in the history, and done again: the application writes its file once more'),
  proven('memory-page', 'What was learned can be searched, read, corrected, pinned and forgotten.', 'e2e/memory-page.e2e.ts', 'the memory in the page: search and filters, read, edit, pin and forget'),
  proven('memory-learn', 'A folder of documents can be learned.', 'e2e/memory-page.e2e.ts', 'the memory in the page: a folder is learned, files go in and out'),
  proven('tools-table', 'The tools of the planner are one table in the settings, each with a test.', 'e2e/tools.e2e.ts', 'the settings list the fifteen tools, test one by a real call'),
  proven('usage', 'The usage is shown per day, model and application.', 'src-renderer/usage/series.test.ts', 'groups are by model or application, the busiest first'),
  proven('settings', 'The settings have every key of `config.yaml`.', 'src-renderer/settings/fields.test.ts', 'every key of config.yaml is on exactly one page'),
  proven('quick', 'A key opens the quick request.', 'e2e/app-quick.e2e.ts', 'the key opens it, Enter runs, Escape goes'),
  recorded('notifications', 'The answer of a quick request is a notification that opens the run.', 'e2e/app-quick.e2e.ts', 'the answer is a notification that opens the run'),
  recorded('tray', 'The tray has the brake while a run goes on.', 'src-main/electron/tray.test.ts', 'while a run goes on the brake comes first'),
  proven('languages', 'The windows speak English and Chinese.', 'src-renderer/settings/words.test.ts', 'every setting has its words, and each of its choices'),
  proven('themes', 'The windows are light and dark, and accessible in both.', 'e2e/accessibility.e2e.ts', 'axe finds nothing serious on any screen, light and dark'),
  proven('crash', 'After a crash a run is shown as interrupted at its step, and can be continued or closed; nothing is repeated blindly.', CRASH, 'killed in mid-run, the app shows the run as interrupted at its step, goes on with it, or closes it'),
  proven('page-crash', 'A page that crashes is loaded anew and shows the run where it is.', CRASH, 'a page that crashes is loaded anew and shows the run where it is'),
  proven('stand-in', 'Where Electron is missing, the app is tested on a stand-in that throws for what it does not have.', 'e2e/standin/standin.e2e.ts', 'throws for a member, an event or an option that nobody has implemented'),

  // Safety
  proven('screen-is-data', 'What is read on a screen is data, never an instruction: it reaches a model only inside marked, escaped blocks.', 'src-main/engine/model-runs.test.ts', 'text on a screen that tells a model what to do stays inside a block of data'),
  proven('categories', 'Each category of acts is `allow`, `ask` or `refuse` in `config.yaml`.', GATE, 'refuses without a question what the configuration refuses'),
  proven('model-adds', 'A model can add a question, never remove one.', 'src-main/safety/policy.test.ts', 'the wish of a model adds a question and never removes one'),
  proven('one-act', 'An approval is for one act and dies with it.', GATE, 'an approval dies with its act'),
  proven('commands-as-what-they-do', 'A shell command that deletes, installs or sends is asked about as that, whatever is allowed of commands.', 'src-main/engine/command-runs.test.ts', 'a deletion is no command like another: what is allowed of commands does not cover it'),
  proven('keys', 'Keys are masked in every log.', 'src-main/config/secrets.test.ts', 'are masked in every log from the moment they are read'),
  proven('keys-shared', 'Keys in the key store of the system serve every shell.', 'e2e/keys.e2e.ts', 'is used by the page, is never in it, and is removed from there'),
  proven('password-stores', 'Password managers and key rings are refused by default.', 'e2e/requirements.test.ts', 'password managers are refused by default'),
  proven('own-windows', 'Deskhand’s own windows are refused always.', 'e2e/own-windows.e2e.ts', 'in no picture and in the way of no click'),
  proven('sandboxed', 'Every window is sandboxed and sees exactly the calls of one contract;', 'e2e/app-security.e2e.ts', 'a page is given the calls of the contract, pushes and the path of a dropped file, and nothing of Node or Electron'),
  proven('loopback', 'The page listens on this machine only.', 'src-main/web/serve.test.ts', 'nobody outside of this machine reaches the server'),
  proven('host-origin', 'The page checks Host and Origin.', 'src-main/web/serve.test.ts', 'a socket is refused as a page is: by its host, its origin and its path'),
  proven('allow-list', 'Programs are started by an allow-list of installed applications, without a shell.', 'src-main/platform/linux/launch.test.ts', 'is refused with the nearest names'),
] // prettier-ignore
