import { describe, expect, it } from "vitest";
import { listChangesOf, withListChanges } from "~/lib/list-changes";

const CHOICES = [1, 2, 3, 4] as const;

describe("a list of choices with a field for each", () => {
  it("changes by the fields that were posted", () => {
    expect(listChangesOf({ reason_1: "1", reason_3: "0", reason_9: "1", title: "1" }, "reason", CHOICES)).toEqual({
      add: [1],
      remove: [3],
    });
  });

  it.each([
    [{}, [2, 3]],
    [{ all: [4, 1] }, [1, 4]],
    [{ all: [] }, []],
    [{ add: [4, 1], remove: [3] }, [1, 2, 4]],
    [{ all: [1, 2], add: [4], remove: [1] }, [2, 4]],
    [{ add: [2], remove: [2] }, [2, 3]],
  ])("with %j is %j, in the order of the choices", (changes, list) => {
    expect(withListChanges<number>(CHOICES, [3, 2], changes)).toEqual(list);
  });
});
