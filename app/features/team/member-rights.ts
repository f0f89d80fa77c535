/** What whoever looks at the team may do to it. */
export interface MemberRights {
  create: boolean;
  update: boolean;
  remove: boolean;
  roles: boolean;
  invite: boolean;
  handOver: boolean;
}
