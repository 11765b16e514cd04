// The icon of an act, by its tool.
import {
  AppWindow,
  ArrowUpRight,
  CircleX,
  Eye,
  Hourglass,
  Info,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Menu,
  MousePointer2,
  MousePointerClick,
  Move,
  MoveVertical,
  NotebookPen,
  SquareCheck,
  Terminal,
  TextCursorInput,
  TextSelect,
  Waypoints,
  Wrench,
} from 'lucide-react'

const ICONS: Record<string, LucideIcon> = {
  click_input: MousePointerClick,
  click_on_coordinates: MousePointerClick,
  drag_on_coordinates: Move,
  move_on_coordinates: MousePointer2,
  set_edit_text: TextCursorInput,
  type_text: TextCursorInput,
  keyboard_input: Keyboard,
  wheel_mouse_input: MoveVertical,
  select_item: ListChecks,
  select_text: TextSelect,
  set_toggle: SquareCheck,
  choose_menu: Menu,
  texts: Eye,
  wait_for_control: Hourglass,
  wait: Hourglass,
  summary: NotebookPen,
  select_application_window: AppWindow,
  launch_application: ArrowUpRight,
  close_application_window: CircleX,
  run_shell: Terminal,
  execute_command: Terminal,
  get_system_info: Info,
}

/** Without a tool, a step that only decided. */
export function ActIcon({ tool, size = 11 }: { tool: string | null; size?: number }) {
  const Icon = tool === null ? Waypoints : (ICONS[tool] ?? Wrench)
  return <Icon aria-hidden size={size} strokeWidth={2.25} />
}
