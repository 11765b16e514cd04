// Defines the interactive sessions: the first request is given or asked for, the next ones are asked for until there are no more.
import { LinuxBaseSession, WindowsBaseSession } from './platform-session.ts'
import { PlannerBaseSession } from './planner-session.ts'

export class Session extends WindowsBaseSession {}

export class LinuxSession extends LinuxBaseSession {}

export class PlannerSession extends PlannerBaseSession {}
