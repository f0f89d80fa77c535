import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAttack } from "../../attack/attack";
import { ATTACKS } from "../../attack/attacks";
import { Target } from "../../attack/target";

/** The short form of `npm run attack`, on one server for all of them: what one breaks, the next would find. */
describe("attacks on the built server", () => {
  let target: Target;
  beforeAll(async () => {
    target = await Target.start("sqlite");
  });
  afterAll(() => target.stop());

  it.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
    "withstands %s",
    { timeout: 1_000_000 },
    async (_, attack) => {
      const attempts = await runAttack(attack, target, true);
      const findings = attempts.filter(({ ok }) => !ok);
      expect(findings.map(({ what, expected, seen }) => `${what}: ${expected}, not ${seen}`)).toEqual([]);
      expect(attempts.length).toBeGreaterThan(1);
    },
  );
});
