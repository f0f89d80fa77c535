import { describe, expect, it } from "vitest";
import { invitedOf } from "~/domain/team/many-invitations";

const NOW = "2026-11-21 06:00:00";
const EARLIER = "2026-11-20 06:00:00";

const member = (name: string, changes: object = {}) => ({
  name,
  invitation_type: 0,
  invited_at: null as string | null,
  email: `${name}@b.example` as string | null,
  status: 1,
  related_company_id: null as number | null,
  asked_user_id: null as number | null,
  ...changes,
});

describe("several members that are invited", () => {
  it("begin with those who never were, by name, and leave out with the reason who can't be invited", () => {
    const chosen = [
      member("waits", { invited_at: EARLIER }),
      member("Van 10"),
      member("declined", { invitation_type: 2, invited_at: EARLIER }),
      member("joined", { invitation_type: 1, invited_at: EARLIER }),
      member("Van 2"),
      member("no e-mail", { email: null }),
      member("inactive", { status: 0 }),
      member("a company", { related_company_id: 7 }),
      member("is asked for", { invited_at: EARLIER, asked_user_id: 9 }),
    ];
    const { invited, leftOut } = invitedOf(chosen, ({ name }) => name, NOW);
    expect(invited.map(({ name }) => name)).toEqual(["Van 2", "Van 10", "declined", "waits"]);
    expect(leftOut).toEqual([
      { name: "joined", why: "This member has joined the team already" },
      { name: "no e-mail", why: "E-mail is required for an invitation" },
      { name: "inactive", why: "Make the member active first" },
      { name: "a company", why: "A related company can't be invited" },
      {
        name: "is asked for",
        why: "Another account asks to join with this invitation. Let it in or refuse it first.",
      },
    ]);
  });
});
