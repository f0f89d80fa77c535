import { describe, expect, it } from "vitest";
import { personFinder, wordsOf } from "~/domain/rights/person-in-text";

const known = { name: "Ann", surname: "Müller", email: "ann@example.com", phone: "+41 79 123 45 67" };
const finder = personFinder(wordsOf([known]), "Person 12");

describe("a person's words in texts of others", () => {
  it.each([
    ["Ask Ann Müller.", "Ask Person 12."],
    ["MÜLLER, ANN (ann@EXAMPLE.com)", "Person 12 (Person 12)"],
    ["call +41791234567 or 079 123 45 67 or 0791234567", "call Person 12 or Person 12 or Person 12"],
    ['{"driver":"Ann Müller","n":1}', '{"driver":"Person 12","n":1}'],
    ["Ann is here", "Ann is here"],
    ["JoAnn Müllers Ann Müllerin", "JoAnn Müllers Ann Müllerin"],
    ["joann@example.com.org ann@example.community", "joann@example.com.org ann@example.community"],
    ["order 1079123456799", "order 1079123456799"],
    ["", ""],
  ])("%j becomes %j", (text, without) => {
    expect(finder.without(text)).toBe(without);
    expect(finder.has(text)).toBe(text !== without);
  });

  it("are an e-mail alone where no more is known", () => {
    const byEmail = personFinder(wordsOf([{ name: null, surname: null, email: known.email }]), "Person 12");
    expect(byEmail.without("Ann Müller, ann@example.com, +41791234567")).toBe("Ann Müller, Person 12, +41791234567");
    expect([byEmail.has("Ann Müller"), byEmail.has("x ann@example.com")]).toEqual([false, true]);
    const nobody = personFinder(wordsOf([{ name: null, surname: null, email: null }]), "Person 12");
    expect([nobody.has("null"), nobody.without("")]).toEqual([false, ""]);
  });

  it("are found as JSON writes them, whatever signs they have", () => {
    const odd = personFinder(wordsOf([{ name: 'A "B"', surname: "C.*(d" }]), "Person 3");
    expect(odd.without(JSON.stringify({ by: 'A "B" C.*(d' }))).toBe('{"by":"Person 3"}');
    expect(odd.without("A B Cxxd")).toBe("A B Cxxd");
  });

  it("are none of somebody of whom only a first name is known", () => {
    const nobody = personFinder(wordsOf([{ name: "Ann", surname: "", email: null, phone: null }]), "Person 1");
    expect(nobody.has("Ann")).toBe(false);
    expect(nobody.without("Ann")).toBe("Ann");
    // Letters that are in any text by chance.
    expect(wordsOf([{ name: null, surname: null, email: "a@b", phone: "12" }]).contacts).toEqual([]);
  });

  it("are those of the account and of every membership", () => {
    const words = wordsOf([known, { name: "Anna", surname: "Meier", email: "old@example.com", phone: null }]);
    expect(words.names).toContain("Anna Meier");
    expect(words.contacts).toEqual(expect.arrayContaining(["ann@example.com", "old@example.com"]));
  });
});
