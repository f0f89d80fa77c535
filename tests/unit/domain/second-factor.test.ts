import { describe, expect, it } from "vitest";
import { readCode, RECOVERY_SIGNS, secondFactorsOf, shownCode } from "~/domain/access/second-factor";

describe("the second step", () => {
  it.each([
    [{ hasTotp: false, passkeys: 0, recoveryCodes: 0 }, []],
    // Codes that were left behind are no factor.
    [{ hasTotp: false, passkeys: 0, recoveryCodes: 4 }, []],
    [{ hasTotp: true, passkeys: 0, recoveryCodes: 0 }, ["totp"]],
    [{ hasTotp: true, passkeys: 0, recoveryCodes: 10 }, ["totp", "recovery_code"]],
    [{ hasTotp: false, passkeys: 1, recoveryCodes: 1 }, ["passkey", "recovery_code"]],
    [{ hasTotp: true, passkeys: 2, recoveryCodes: 1 }, ["totp", "passkey", "recovery_code"]],
  ])("of %o takes %o", (factors, taken) => expect(secondFactorsOf(factors)).toEqual(taken));

  it.each([
    ["123456", { kind: "totp", code: "123456" }],
    [" 123 456 ", { kind: "totp", code: "123456" }],
    ["12345", null],
    ["1234567", null],
    ["ABCDE-23456", { kind: "recovery_code", code: "ABCDE23456" }],
    ["abcde 23456", { kind: "recovery_code", code: "ABCDE23456" }],
    ["ABCDE–23456", { kind: "recovery_code", code: "ABCDE23456" }],
    ["ABCDO-23456", null],
    ["", null],
    ["１２３４５６", { kind: "totp", code: "123456" }],
    ["١٢٣ ٤٥٦", { kind: "totp", code: "123456" }],
  ])("reads %o", (typed, code) => expect(readCode(typed)).toEqual(code));

  it("shows codes that it reads", () => {
    expect(new Set(RECOVERY_SIGNS).size).toBe(32);
    expect(readCode(shownCode(RECOVERY_SIGNS.slice(0, 10)))?.code).toBe(RECOVERY_SIGNS.slice(0, 10));
  });
});
