// Names days and schedulers of schedules, apart from their schemas, because the terminal declares its options by them.

/** In the order of a week; `at` of a schedule is on these. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

export const SCHEDULERS = ['systemd', 'task_scheduler', 'launchd'] as const
export type SchedulerName = (typeof SCHEDULERS)[number]
