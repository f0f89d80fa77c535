/** What leaving a task out weighs among so many: its priority first, then that it is one. */
export const missingWeight = (priority: number, taskCount: number): number => priority * (taskCount + 1) + 1;
