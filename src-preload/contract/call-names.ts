// The names of all calls that cross the bridge. Apart from `calls.ts`, so that the preload needs no schema: a name without
// a schema, or the other way round, is a type error there.
export const CALL_NAMES = [
  // runs
  'start_run',
  'queue_request',
  'take_back_request',
  'finish_session',
  'control_run',
  'answer_question',
  'watch_run',
  'unwatch_run',
  'continue_run',
  'close_run',
  // history
  'list_runs',
  'search_runs',
  'delete_run',
  'export_run',
  'step_controls',
  'record_plan',
  'follow_plan',
  'read_usage',
  // desktop
  'watch_desktop',
  'unwatch_desktop',
  'take_over',
  'hand_back',
  'person_input',
  // settings
  'read_config',
  'set_config',
  'unset_config',
  'read_keys',
  'set_key',
  'delete_key',
  'list_presets',
  'find_local_models',
  'test_model',
  'list_tools',
  'test_tool',
  'list_mcp_servers',
  'check_mcp_server',
  'list_rules',
  'revoke_rule',
  'examine',
  // memory
  'list_memories',
  'read_memory',
  'edit_memory',
  'pin_memory',
  'forget_memory',
  'learn_folder',
  'import_memories',
  'export_memories',
  // devices
  'list_devices',
  // app
  'app_state',
  'open_view',
  'close_window',
  'drag_window',
  'open_link',
  'show_folder',
  'quit',
] as const

export type CallName = (typeof CALL_NAMES)[number]
