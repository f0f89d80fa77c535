import { expect, it } from "vitest";
import { ANONYMOUS } from "~/domain/access/actor";
import type { Actor } from "~/domain/access/actor";
import { mayJoinCompanyRoom } from "~/domain/access/rooms";

const actor = (part: Partial<Actor>): Actor => ({
  ...ANONYMOUS,
  kind: "user",
  userId: 1,
  companyId: 7,
  memberId: 3,
  ...part,
});

it.each([
  ["a driver", { isDriver: true }, false],
  ["a person without a role", {}, false],
  ["a dispatcher who drives, too", { isDispatcher: true, isDriver: true }, true],
  ["a company admin", { isAdmin: true }, true],
  ["an owner", { isOwner: true, memberId: null }, true],
  ["a super admin", { hasAdminFlag: true }, true],
])("%s hears of every change in the company: %o %s", (_who, part, hears) => {
  expect(mayJoinCompanyRoom(actor(part))).toBe(hears);
});
