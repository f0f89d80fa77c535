import type { SpecificationRow } from "./row";

/** Section 6 of the planning core: roles and permissions. */
export const PLANNING_RIGHTS: readonly SpecificationRow[] = [
  {
    id: "PC-6.01",
    kind: "field",
    text: "Member roles are Admin (is_admin), Dispatcher (is_dispatcher), Driver (is_courier).",
    also: ["AA 6"],
  },
  { id: "PC-6.02", kind: "right", text: "Only drivers are selectable as vehicle drivers.", also: ["AA 6"] },
  { id: "PC-6.03", kind: "right", text: "Role switches are editable only by a company admin.", also: ["AA 6"] },
  { id: "PC-6.04", kind: "rule", text: "A company admin is the owner or a member with is_admin.", also: ["AA 6"] },
  {
    id: "PC-6.05",
    kind: "right",
    text: "Anonymous users reach only open routes: auth pages and public tracking.",
    also: ["AA 6"],
  },
  {
    id: "PC-6.06",
    kind: "rule",
    text: "A user may belong to several companies and has one current company.",
    also: ["AA 1"],
  },
];
