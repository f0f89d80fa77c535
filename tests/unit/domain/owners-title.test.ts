import { describe, expect, it } from "vitest";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { ownersTitle } from "~/domain/company/owners-title";

const ANN = { name: "Ann", surname: "Beck", email: "ann@test.example" };

describe("the title that a company gets from its owner's name", () => {
  it("has the first number that is free, and the e-mail of somebody without a name", () => {
    expect(ownersTitle(ANN, [])).toBe("Company of Ann Beck");
    expect(ownersTitle(ANN, ["Company of Ann Beck", "Company of Ann Beck 2"])).toBe("Company of Ann Beck 3");
    expect(ownersTitle({ ...ANN, name: null, surname: "" }, [])).toBe("Company of ann@test.example");
  });

  it("can be stored, however long the name is: the name is cut, never the number, nor a character in two", () => {
    const long = { ...ANN, name: "A".repeat(MAX_TEXT_LENGTH), surname: "B".repeat(MAX_TEXT_LENGTH) };
    const titles: string[] = [];
    for (let count = 0; count < 10; count++) titles.push(ownersTitle(long, titles));
    expect(titles.map(({ length }) => length)).toEqual(titles.map(() => MAX_TEXT_LENGTH));
    expect([titles[0]!.slice(-2), titles[1]!.slice(-3), titles[9]!.slice(-4)]).toEqual(["AA", "A 2", "A 10"]);
    const title = ownersTitle({ ...ANN, name: `${"A".repeat(MAX_TEXT_LENGTH - "Company of ".length - 1)}🚚` }, []);
    expect(title.endsWith("A")).toBe(true);
  });
});
