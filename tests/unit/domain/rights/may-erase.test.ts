import { describe, expect, it } from "vitest";
import { erasedFrom, ERASED_AFTER_DAYS } from "~/domain/rights/erasure";
import { erasureBlocker, mayEraseUser, mayRestore } from "~/domain/rights/may-erase";
import { addSeconds } from "~/domain/time/utc-text";
import type { Actor } from "~/domain/access/actor";

const CLOSED = "2026-11-01 10:00:00";
const actor = (values: Partial<Actor> = {}): Actor => ({
  kind: "user",
  userId: 1,
  companyId: 1,
  memberId: null,
  isOwner: false,
  isAdmin: false,
  isDispatcher: false,
  isDriver: false,
  platformRole: "none",
  hasAdminFlag: true,
  scopes: [],
  ...values,
});
const account = { id: 7, platform_role: "none", is_admin: 0, title: "Ann Ant" } as const;
const codeOf = (permission: ReturnType<typeof mayEraseUser>) => (permission.ok ? "ok" : permission.error.code);
const erase = (by: Actor, of: Parameters<typeof mayEraseUser>[1], onlyAdminOf: string[] = [], typed = "Ann Ant") =>
  codeOf(mayEraseUser(by, of, { typed, onlyAdminOf }));

describe("erasing a user", () => {
  it("is for super admins, of others, whom they have named", () => {
    expect(erase(actor(), account)).toBe("ok");
    expect(erase(actor({ hasAdminFlag: false }), account)).toBe("forbidden");
    expect(erase(actor({ userId: 7 }), account)).toBe("account.own");
    expect(erase(actor(), { ...account, platform_role: "dev" })).toBe("account.staff");
    expect(erase(actor(), account, [], "Ann")).toBe("account.other_title");
  });

  it("waits while nobody else could manage their companies, and names these", () => {
    expect(erase(actor(), account, ["Acme"])).toBe("account.only_admin");
    expect(erasureBlocker([])).toBeNull();
    expect(erasureBlocker(["Acme"])).toBe(
      "Nobody else could manage Acme. Make somebody else an administrator there, or delete the company, first.",
    );
    expect(erasureBlocker(["A", "B", "C"])).toMatch(
      /^Nobody else could manage A, B and C\. .* the companies, first\.$/,
    );
  });
});

describe("a deleted company", () => {
  const restore = (deleted_at: string | null, now: string, erased_at: string | null = null) => {
    const permission = mayRestore({ deleted_at, erased_at }, now);
    return permission.ok ? "ok" : permission.error.code;
  };
  it("comes back for 30 days, to the second", () => {
    expect(ERASED_AFTER_DAYS).toBe(30);
    expect(erasedFrom(CLOSED)).toBe("2026-12-01 10:00:00");
    expect(restore(CLOSED, CLOSED)).toBe("ok");
    expect(restore(CLOSED, addSeconds(erasedFrom(CLOSED), -1))).toBe("ok");
    expect(restore(CLOSED, erasedFrom(CLOSED))).toBe("company.erased");
    expect(restore(CLOSED, CLOSED, CLOSED)).toBe("company.erased");
    expect(restore(null, CLOSED)).toBe("company.open");
  });
});
