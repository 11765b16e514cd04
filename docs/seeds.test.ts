// Reads docs/seeds.md: every place and test that it names must exist, a program of the product must reach each place, and every name of
// the seeds must have a row.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Reached } from './reached.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/seeds.md'), 'utf8')

interface Row {
  /** `Seed 002` */
  section: string
  line: number
  seed: string
  here: string
  test: string
}

/** The rows of the tables with the columns seed, here and test. A row with other columns is a fault. */
function rowsOf(markdown: string): { rows: Row[]; faults: string[] } {
  const rows: Row[] = []
  const faults: string[] = []
  let section = ''
  let inTable = false
  for (const [index, text] of markdown.split('\n').entries()) {
    const heading = /^## (Seed \d{3})?/.exec(text)
    if (heading) section = heading[1] ?? ''
    if (!text.startsWith('|')) inTable = false
    if (section === '' || !text.startsWith('|') || /^\|[ |-]+$/.test(text)) continue
    if (text === '| seed | here | test |') {
      inTable = true
      continue
    }
    const cells = text
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const [seed, here, test] = cells
    if (inTable && cells.length === 3 && seed && here && test)
      rows.push({ section, line: index + 1, seed, here, test })
    else faults.push(`line ${index + 1}: no row of a table with the columns seed, here and test`)
  }
  return { rows, faults }
}

const quotedIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? '')
const FOLDERS = /^(src-main|src-preload|src-renderer|resources|scripts|docs|e2e|bench)\//

/** `path: words` → the path, and the words that the file must hold; null words for a path alone. */
function referenceOf(quoted: string): { path: string; words: string | null } | null {
  if (!FOLDERS.test(quoted)) return null
  const colon = quoted.indexOf(': ')
  return colon < 0
    ? { path: quoted, words: null }
    : { path: quoted.slice(0, colon), words: quoted.slice(colon + 2) }
}

const contents = new Map<string, string>()
function contentOf(path: string): string {
  const known = contents.get(path)
  if (known !== undefined) return known
  const content = readFileSync(join(root, path), 'utf8')
  contents.set(path, content)
  return content
}

function faultsOfPlaces({ here }: Row): string[] {
  return quotedIn(here).flatMap((quoted) => {
    const reference = referenceOf(quoted)
    if (!reference) return []
    if (!existsSync(join(root, reference.path))) return [`there is no ${reference.path}`]
    if (reference.words === null || contentOf(reference.path).includes(reference.words)) return []
    return [`${reference.path} has no “${reference.words}”`]
  })
}

/** Places in the code of the product that none of its programs uses. */
function unreached(markdown: string, reached: Reached): string[] {
  return rowsOf(markdown).rows.flatMap(({ line, seed, here }) =>
    quotedIn(here).flatMap((quoted) => {
      const place = referenceOf(quoted)
      if (!place || !/^src-.*\.tsx?$/.test(place.path) || !existsSync(join(root, place.path))) return []
      const fault = reached.faultOf(place.path, place.words)
      return fault === null ? [] : [`line ${line}, ${seed}: ${fault}`]
    }),
  )
}

const isTestFile = (path: string) => /\.(test|e2e)\.ts$/.test(path)
const escaped = (text: string) => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
/** A title as it stands in the source, also one of `each` with its placeholders: the first words of a test or group that is not skipped. */
const hasTitle = (path: string, title: string) =>
  new RegExp(`(?:\\b(?:test|it|describe)(?:\\.(?!skip|todo)\\w+)*|\\))\\(\\s*['"\`]${escaped(title)}`).test(
    contentOf(path),
  )

function faultsOfTests({ test }: Row): string[] {
  if (/^\*later:\* \S/.test(test) || /^– \S/.test(test)) return []
  const quoted = quotedIn(test)
  if (quoted.length === 0) return ['it has no test, no “later” and no reason']
  return quoted.flatMap((text) => {
    const reference = referenceOf(text)
    if (!reference?.words || !isTestFile(reference.path)) return [`“${text}” names no test`]
    if (!existsSync(join(root, reference.path))) return [`there is no ${reference.path}`]
    return hasTitle(reference.path, reference.words)
      ? []
      : [`${reference.path} has no test “${reference.words}”`]
  })
}

function faultsOf(markdown: string): string[] {
  const { rows, faults } = rowsOf(markdown)
  const differences = new Set([...markdown.matchAll(/^(\d+)\. \*\*/gm)].map((found) => found[1]))
  const unknown = (row: Row) =>
    [...row.here.matchAll(/difference (\d+)/g)].flatMap((found) =>
      differences.has(found[1]) ? [] : [`there is no difference ${found[1]}`],
    )
  const told = rows.flatMap((row) =>
    [...faultsOfPlaces(row), ...faultsOfTests(row), ...unknown(row)].map(
      (fault) => `line ${row.line}, ${row.seed}: ${fault}`,
    ),
  )
  return [...faults, ...told]
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Methods, parameters, fields, files and keys, as the seeds write them. */
const NAMES: Record<string, string[]> = {
  'Seed 000': words(`
    BaseSession task context rounds run create_new_round is_finished WindowsBaseSession host_agent _init_agents
    LinuxBaseSession agent Session mode next_request ServiceSession task_protocol _init_context LinuxSession
    FollowerSession plan_reader LinuxServiceSession FromFileSession OpenAIOperatorSession
    SessionFactory create_session plan request create_service_session should_evaluate id platform_override
    handle next_state next_agent capture_last_snapshot evaluation is_round_end HostAgent AppAgent LinuxAgent
    Context ContextNames get set update_dict ID CURRENT_ROUND_ID SESSION_STEP ROUND_STEP SESSION_COST ROUND_COST REQUEST
    SUBTASK PREVIOUS_SUBTASKS APPLICATION_WINDOW APPLICATION_PROCESS_NAME LOGGER REQUEST_LOGGER EVALUATION_LOGGER
    FileWriter HOST_MESSAGE CONTROL_REANNOTATION command_dispatcher current_round_cost _sync_round_values _context
    BasicCommandDispatcher LocalCommandDispatcher WebSocketCommandDispatcher CommandRouter ComputerManager
    Command tool_name parameters tool_type click_element control_label button execute_commands commands timeout
    Result ResultStatus SUCCESS status result error
    first_request new_request complete experience_asker question_asker sensitive_step_asker action control_text
    SessionPool run_all normal service follower batch_normal operator normal_operator experience_saver
    __init__.py basic.py context.py dispatcher.py interactor.py session_pool.py platform_session.py session.py
    service_session.py linux_session.py plan_reader.py BaseRound PlanReader
    max_step max_round eva_session eva_round save_experience log_to_markdown save_ui_tree
    system.max_step system.max_round system.eva_session system.eva_round system.save_experience system.log_to_markdown
    system.save_ui_tree`),
  'Seed 001': words(`
    __init__ task should_evaluate id log_path create_folder _rounds _context _init_context _finish _id _should_evaluate
    _host_agent AgentFactory create_agent application_window context cost current_round evaluation_logger rounds
    session_type step total_rounds add_round round capture_last_snapshot screenshot_save_path action_step_final.png
    capture_app_window_screenshot save_path ui_trees ui_tree_final.json save_ui_tree_to_json action_step_final.xml
    save_to_xml get_active_appagent create_following_round create_new_round evaluation EvaluationAgent name
    app_root_name is_visual main_prompt example_prompt api_prompt evaluate request eva_all_screenshots additional_info
    print_response experience_saver ExperienceSummarizer read_logs get_summary_list create_or_update_yaml
    experience.yaml create_or_update_vector_db experience_db initialize_logger log_filename configs is_error
    is_finished next_request print_cost request_to_evaluate run
    HOST_AGENT APP_AGENT VISUAL_MODE API_MODEL HOSTAGENT_PROMPT HOSTAGENT_EXAMPLE_PROMPT APPAGENT_EXAMPLE_PROMPT
    API_PROMPT EVALUATION_PROMPT EXPERIENCE_PROMPT EXPERIENCE_SAVED_PATH EVA_ALL_SCREENSHOTS SAVE_UI_TREE LOG_XML
    PRINT_LOG LOG_LEVEL MAX_STEP MAX_ROUND`),
  'Seed 002': words(`
    Round run handle next_state next_agent set_state is_subtask_end sub_round_id subtask_amount SLEEP_TIME add_requests
    evaluation _should_evaluate task context request id agent state open_application is_finished START CONTINUE FINISH
    ERROR HostAgent AppAgent LinuxAgent AgentState capture_last_snapshot save_ui_tree save_path
    action_round_{id}_final.png action_round_{id}_sub_round_{sub_id}_final.png ui_tree_round_{id}_final.json
    ui_tree_round_{id}_sub_round_{sub_id}_final.json desktop_round_{id}_final.png
    desktop_round_{id}_sub_round_{sub_id}_final.png ui_trees root control_type name children automation_id bounding_box
    step ROUND_STEP cost ROUND_COST ROUND_SUBTASK_AMOUNT subtask_amount.setter current_round_subtask_amount print_cost
    AgentError eva_round save_full_screen config/ufo/config.yaml system BaseRound`),
  'Seed 003': words(`
    default_agent _name _process_name _data_collection_servers _action_servers _tools_registry _meta_tools _executor
    _tool_timeout get_ufo_config to_dict MCPServerManager mcp_server_manager ComputerManager ufo_config name
    process_name data_collection_servers_config action_servers_config async_init _init_data_collection_servers
    _init_action_servers create_or_get_server config BaseMCPServer register_mcp_servers data_collection_servers
    action_servers namespace type module reset CommandRouter execute agent_name root_name commands _run_action tool_call
    _call_tool_in_thread call_tool raise_on_error max_workers thread_name_prefix mcp_tool_ register_one_mcp_server
    tool_type mcp_server make_tool_key _register_tool MCPToolCall tool_key tool_name title description input_schema
    output_schema meta_tool _meta_tool_name list_tools remove_meta CallToolResult action data_collection`),
  'Seed 004': words(`
    local_kb_path Tu observation Running_state Tools_dict Failed_subtask Completed_subtasks_list
    Remaining_subtasks_list Subtasks Manager_info Node info common_utils.py search_query goal_plan
    num_input_tokens_plan num_output_tokens_plan goal_plan_cost dag num_input_tokens_dag num_output_tokens_dag dag_cost
    nodes edges
    screenshot_dir tu_path search_query_path failed_subtasks_path completed_subtasks_path remaining_subtasks_path
    termination_flag_path running_state_path Completed_subtask Remaining_subtask termination_flag terminated
    not_terminated running_state running stopped
    get_screenshot get_Tu get_search_query get_failed_subtasks get_completed_subtasks get_remaining_subtasks
    get_termination_flag get_running_state set_screenshot set_Tu set_search_query set_failed_subtasks
    add_failed_subtask set_completed_subtasks add_completed_subtask set_remaining_subtasks add_remaining_subtask
    set_termination_flag set_running_state
    tool_name provider model_name prompt_path tool_input str_input img_input tool_output
    websearch context_fusion subtask_planner traj_reflector memory_retrival grounding evaluator action_generator
    fast_action_generator dag_translator embedding query_formulator text_span narrative_summarization
    episode_summarization
    embedding_engine formulate_query retrieve_narrative_experience retrieve_episode_experience retrieve_knowledge
    Search_query subtask subtask_info future_tasks done_task obs worker_plan grounding_input grounding_output
    type xy num_clicks clicks button_type hold_keys press_keys keys app_code app_or_filename text overwrite enter start
    end vertical seconds return_value element_description starting_description ending_description starting_phrase
    ending_phrase Click SwitchApp Open TypeText SaveToKnowledge Drag HighlightTextSpan Scroll Hotkey HoldAndPress Wait
    Done Fail hardware_input hardware_output`),
}

/** Headings, as the seeds write them. */
const HEADINGS: Record<string, string[]> = {
  'Seed 000': lines(`
    Module System Overview
    Architecture Overview
    Core Components
    1. Session Management
    2. Round Execution
    3. Context State Management
    4. Command Dispatching
    5. User Interaction
    6. Session Factory & Pool
    Cross-Platform Support
    Execution Flow
    File Structure
    Key Design Patterns
    1. State Pattern
    2. Factory Pattern
    3. Command Pattern
    4. Observer Pattern
    Best Practices
    Configuration
    Documentation Index
    Next Steps`),
  'Seed 001': lines(`
    Session
    Session Lifecycle
    1. Session Initialization
    2. Session Processing
    3. Next Round
    4. Session Termination
    Reference`),
  'Seed 002': lines(`
    Round
    Overview
    Round in Context
    Round Lifecycle
    State Machine Overview
    Core Execution Loop
    Lifecycle Stages
    1. Initialization
    2. Agent Handle
    3. State Transition
    4. Agent Switching
    5. Subtask Boundary Capture
    6. Finish Check
    7. Final Snapshot
    8. Evaluation
    State Machine
    AgentState Enum
    State Behaviors
    State Methods
    Agent Orchestration
    Windows Two-Tier Architecture
    Linux Single-Tier Architecture
    Snapshot Capture
    capture_last_snapshot()
    save_ui_tree()
    Properties
    Auto-Syncing Properties
    Static Properties
    Cost Tracking
    print_cost()
    Error Handling
    Error States
    Common Error Scenarios
    Error Recovery
    Configuration
    Round Behavior Settings
    Best Practices
    Efficient Round Execution
    State Machine Design
    Reference
    BaseRound
    See Also`),
  'Seed 003': lines(`
    Computer Manager & Computer
    Overview
    Computer Manager Responsibilities
    Computer (Instance) Responsibilities
    Computer Manager Architecture
    Computer Instance Management
    Computer (Instance) Architecture
    Internal Structure
    Initialization
    Computer Manager Initialization
    Computer Instance Initialization
    Command Routing
    CommandRouter
    Tool Execution
    Tool Execution Pipeline
    Tool Registry
    Tool Registration
    Meta Tools
    Lifecycle Management
    Reset
    Best Practices
    Monitor Tool Execution Times
    Handle Timeouts Gracefully
    Use Namespace Isolation
    Next Steps`),
  'Seed 004': lines(`
    Module IO
    Manager
    Manager Input
    Manager Output
    GlobalState
    Stored Objects
    Read Methods
    Write Methods
    Tools
    Properties
    Tools Input
    Tools Output
    KnowledgeBase
    Tools Stored Objects
    Methods
    Worker
    Input
    Output
    Grounding
    Grounding Input
    Grounding Output
    action schema
    HardwareInterface
    HardwareInterface Input
    HardwareInterface Output`),
}

const sections = Object.keys(NAMES)
const seedColumn = (section: string) =>
  rowsOf(page)
    .rows.filter((row) => row.section === section)
    .map((row) => row.seed)
    .join('\n')

describe('docs/seeds.md', () => {
  test('names only places and tests that there are', () => {
    expect(faultsOf(page)).toEqual([])
  })

  test.each(sections)('%s: every method, parameter, file and key has a row', (section) => {
    const column = seedColumn(section)
    const missing = NAMES[section]?.filter(
      (name) => !new RegExp(`(?<![\\w])${escaped(name)}(?![\\w])`).test(column),
    )
    expect(missing).toEqual([])
  })

  test.each(sections)('%s: every heading has a row', (section) => {
    const column = seedColumn(section)
    expect(HEADINGS[section]?.filter((heading) => !column.includes(`*${heading}*`))).toEqual([])
  })

  test('lists each difference once, in order', () => {
    const numbers = [...page.matchAll(/^(\d+)\. \*\*/gm)].map((found) => Number(found[1]))
    expect(numbers.length).toBeGreaterThan(20)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('what a program of the product reaches', () => {
  const reached = new Reached()

  test('is each place that docs/seeds.md names', { timeout: 120_000 }, () => {
    const left = unreached(page, reached)
    expect(left, left.join('\n')).toEqual([])
  })

  test.each([
    ['src-main/core/global-state.ts', 'getTu', null],
    ['src-main/core/context.ts', 'nobodyHasWrittenThis', 'has no such words'],
    ['src-main/core/testing/newest-screenshot.ts', 'newestScreenshot', 'no program of the product imports'],
    ['src-main/core/clock.ts', 'advance', 'nothing in the product uses'],
  ])('is judged: %s: %s', (path, words, fault) => {
    expect(reached.faultOf(path, words)).toEqual(fault === null ? null : expect.stringContaining(fault))
  })
})

describe('the check of the page', () => {
  const faultsOfRow = (here: string, test: string) =>
    faultsOf(`## Seed 000\n\n| seed | here | test |\n| --- | --- | --- |\n| \`run\` | ${here} | ${test} |\n`)
  const place = '`src-main/core/context.ts: updateDict`'
  const proof = '`src-main/core/context.test.ts: a record is merged`'

  test('lets a test, a later version and a reason pass', () => {
    const rows = [proof, '*later:* the app', '– only links'].map((test) => faultsOfRow(place, test))
    expect(rows).toEqual([[], [], []])
  })

  test.each([
    ['`src-main/core/contxt.ts`', proof, 'there is no src-main/core/contxt.ts'],
    ['`src-main/core/context.ts: updateDictionary`', proof, 'has no “updateDictionary”'],
    [`${place}; difference 7`, proof, 'there is no difference 7'],
    [place, '`src-main/core/contxt.test.ts: a record`', 'there is no src-main/core/contxt.test.ts'],
    [place, '`src-main/core/context.test.ts: a record is lost`', 'has no test “a record is lost”'],
    [place, '`src-main/core/context.test.ts: record is merged`', 'has no test “record is merged”'],
    [place, '`src-main/core/context.test.ts`', 'names no test'],
    [place, '`src-main/core/context.ts: updateDict`', 'names no test'],
    [place, 'tested by hand', 'it has no test, no “later” and no reason'],
    [place, '–', 'it has no test, no “later” and no reason'],
    [place, '*later:*', 'it has no test, no “later” and no reason'],
  ])('finds the fault in a row with %s and %s', (here, test, fault) => {
    expect(faultsOfRow(here, test)).toEqual([expect.stringContaining(fault)])
  })

  test('finds a row that lacks a column', () => {
    expect(faultsOf('## Seed 000\n\n| seed | here | test |\n| --- | --- | --- |\n| a | b |\n')).toEqual([
      'line 5: no row of a table with the columns seed, here and test',
    ])
  })
})
