import { describe, expect, it } from "vitest";
import { COMMON_PASSWORD, EMAIL_AS_PASSWORD, passwordFault, SHORT_PASSWORD } from "~/domain/access/password-rules";
import { isCommonPassword } from "~/services/common-passwords.server";

const EMAIL = "rosalind.f@lab.example";
const faultOf = (password: string) => passwordFault(password, EMAIL, isCommonPassword);

describe("a new password", () => {
  it.each(["several words are good", "Xk2#pQ9z", "grüne wiesen", "12 apples, 3 pears", "密码密码很长的密码"])(
    "may be %s",
    (password) => expect(faultOf(password)).toBeNull(),
  );

  it.each([
    ["", "Password is required"],
    ["seven77", SHORT_PASSWORD],
    ["x".repeat(256), "Password should be less then 255"],
    ["rosalind.f@lab.example", EMAIL_AS_PASSWORD],
    ["ROSALIND-F", EMAIL_AS_PASSWORD],
    ["rosalind.f lab", EMAIL_AS_PASSWORD],
    ["password", COMMON_PASSWORD],
    ["Password123", COMMON_PASSWORD],
    ["1q2w3e4r5t", COMMON_PASSWORD],
    ["aaaaaaaaaaaaaaaaaaaaaaaaa", COMMON_PASSWORD],
    ["abababababababababab", COMMON_PASSWORD],
  ])("may not be %j", (password, fault) => expect(faultOf(password)).toBe(fault));
});

it("hardly a password that is on no list is taken for a common one", () => {
  const made = Array.from({ length: 20_000 }, (_, nth) => `made up ${nth * 7919} for this test`);
  expect(made.filter(isCommonPassword).length).toBeLessThan(3);
  expect(isCommonPassword("")).toBe(false);
});
