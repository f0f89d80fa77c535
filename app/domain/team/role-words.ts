import type { RoleColumns } from "./member-rules";

/** The roles of a member in words, the one that reaches farthest first. */
export const roleWords = (member: RoleColumns): string[] => [
  ...(member.is_admin === 1 ? ["Admin"] : []),
  ...(member.is_dispatcher === 1 ? ["Dispatcher"] : []),
  ...(member.is_courier === 1 ? ["Driver"] : []),
];

export const isOnlyDriverMember = (member: RoleColumns): boolean =>
  member.is_courier === 1 && member.is_dispatcher === 0 && member.is_admin === 0;
