import { describe, expect, it } from "vitest";
import { formValues, refused } from "~/lib/action-result";
import { closedHref, dialogHref } from "~/ui/dialog/use-dialog-url";
import { share } from "~/ui/feedback/share";
import { initials, isCurrent } from "~/ui/shell/nav";

describe("small helpers of the screens", () => {
  it("opens and closes a dialog by the address, and keeps the rest of it", () => {
    const at = (search: string) => ({ pathname: "/planning", search });
    expect(dialogHref(at("?q=van&page=2"), "remove-plan", { plan: "3" })).toBe(
      "/planning?q=van&page=2&dialog=remove-plan&plan=3",
    );
    expect(closedHref(at("?q=van&dialog=remove-plan&plan=3"), ["plan"])).toBe("/planning?q=van");
    expect(closedHref(at("?index&dialog=x"))).toBe("/planning");
  });

  it("tells which area of the rail an address lies in", () => {
    expect(isCurrent("/planning/plan/3", ["/planning"])).toBe(true);
    expect(isCurrent("/planningx", ["/planning"])).toBe(false);
    expect(isCurrent("/company", ["/company"])).toBe(true);
  });

  // @spec AA-2.60
  it("makes initials of any name", () => {
    expect(initials("Rita Beck")).toBe("RB");
    expect(initials("rita.beck@example.com")).toBe("RC");
    expect(initials("  ")).toBe("?");
    expect(initials("李 雷")).toBe("李雷");
  });

  it("keeps shares within a bar", () => {
    expect([share(5, 10), share(20, 10), share(1, 0), share(-1, 10), share(0, 0)]).toEqual([50, 100, 0, 0, 0]);
  });

  it("hands back what was typed, but no files", () => {
    const form = new FormData();
    form.append("title", "Plan 3");
    form.append("file", new Blob(["x"]), "x.txt");
    expect(refused("No", { values: formValues(form) })).toEqual({
      ok: false,
      message: "No",
      values: { title: "Plan 3" },
    });
  });
});
