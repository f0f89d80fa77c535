import { SoftPasskey } from "../../helpers/authenticator";
import { cookieOfOffice, cookiesIn, firstStep, isSignedIn, secondStep, security } from "../factors";
import { counted, dataOf, openOffice } from "../office";
import type { Office } from "../office";
import { fromElsewhere, Target } from "../target";
import type { Answer } from "../target";
import type { Attack } from "../attack";

/** Both processes are reached under it, as behind a load balancer. */
const ORIGIN = "https://routes.example";
const EVIL = "https://evil.example";

interface Question {
  challenge: string;
}

/** What a browser is to ask. @param use as the API calls it */
const question = async (target: Target, use: string, cookie = ""): Promise<string> => {
  const answer = await target.call("passkey/question", { for: use }, { Cookie: cookie, ...fromElsewhere() });
  return answer.status === 200 ? dataOf<Question>(answer).challenge : "";
};

const signIn = (target: Target, credential: string): Promise<Answer> =>
  target.post("login/passkey", { credential }, { Accept: "text/html", ...fromElsewhere() });

async function withPasskey(target: Target, office: Office): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(ORIGIN);
  const cookie = cookieOfOffice(office);
  const challenge = await question(target, "registration", cookie);
  await security(target, cookie, { answer: "add_passkey", name: "Phone", credential: passkey.register({ challenge }) });
  return passkey;
}

/** Answers of passkeys to other questions, of other sites, of other people, and twice. */
export const passkeys: Attack = {
  name: "passkeys",
  async run({ target: { storage }, saw }) {
    const target = await Target.start(storage.kind, { PUBLIC_URL: `${ORIGIN}/` });
    try {
      const peer = await target.peer();
      const [office, other] = [await openOffice(target), await openOffice(target)];
      const kept = (userId: number) => target.db("user_passkeys").where({ user_id: userId });

      const foreign = await question(target, "registration", cookieOfOffice(other));
      const planted = new SoftPasskey(ORIGIN).register({ challenge: foreign });
      const taken = await security(target, cookieOfOffice(office), {
        answer: "add_passkey",
        name: "x",
        credential: planted,
      });
      saw("a new passkey for another session's question", "422", taken.status, taken.status === 422);
      const mine = await question(target, "registration", cookieOfOffice(office));
      const elsewhere = new SoftPasskey(EVIL).register({ challenge: mine });
      const fake = await security(target, cookieOfOffice(office), {
        answer: "add_passkey",
        name: "x",
        credential: elsewhere,
      });
      saw("a new passkey of another site", "422", fake.status, fake.status === 422);
      saw(
        "what was registered so far",
        "nothing",
        (await kept(office.ownerId)).length,
        (await kept(office.ownerId)).length === 0,
      );

      const once = await question(target, "registration", cookieOfOffice(office));
      const twin = new SoftPasskey(ORIGIN).register({ challenge: once });
      const twins = await Promise.all(
        [target, peer, target, peer].map((one) =>
          security(one, cookieOfOffice(office), { answer: "add_passkey", name: "Twin", credential: twin }),
        ),
      );
      const rows = await kept(office.ownerId);
      saw("one registration four times at once", "one passkey", `${rows.length}; ${counted(twins)}`, rows.length === 1);

      const phone = await withPasskey(target, office);
      const challenge = () => question(target, "sign_in");
      const answers: readonly (readonly [string, string])[] = [
        ["of another site", phone.answer({ challenge: await challenge(), origin: EVIL })],
        ["for another host", phone.answer({ challenge: await challenge(), rpId: "evil.example" })],
        ["to a question that was never asked", phone.answer({ challenge: "A".repeat(43) })],
        [
          "to a question for a proof",
          phone.answer({ challenge: await question(target, "proof", cookieOfOffice(office)) }),
        ],
        ["without a finger or a PIN", phone.answer({ challenge: await challenge(), isVerified: false })],
        ["of a passkey that nobody registered", new SoftPasskey(ORIGIN).answer({ challenge: await challenge() })],
        ["that is no JSON", "{"],
        ["that is a list", "[[[]]]"],
        ["that is long", JSON.stringify({ id: "x".repeat(19_000) })],
      ];
      const entered: string[] = [];
      for (const [what, credential] of answers) {
        const answer = await signIn(target, credential);
        if (isSignedIn(answer) || answer.status >= 500) entered.push(`${what} (${answer.status})`);
      }
      saw(
        `${answers.length} wrong answers of passkeys`,
        "let nobody in",
        entered.join(", ") || "nobody",
        entered.length === 0,
      );

      const credential = phone.answer({ challenge: await challenge() });
      const many = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => signIn(nth % 2 === 0 ? target : peer, credential)),
      );
      const through = many.filter(isSignedIn).length;
      saw("one answer six times at once", "lets in once", `${through}; ${counted(many)}`, through === 1);

      // Somebody's own passkey for the second step of another account.
      const own = await withPasskey(target, other);
      const half = await firstStep(target, office.email);
      const step = await question(target, "second_step", half);
      const wrong = await secondStep(target, half, { credential: own.answer({ challenge: step }) });
      saw("another person's passkey as a second step", "422", wrong.status, !isSignedIn(wrong) && wrong.status === 422);
      const others = await firstStep(target, other.email);
      const strange = await question(target, "second_step", others);
      const crossed = await secondStep(target, half, { credential: phone.answer({ challenge: strange }) });
      saw("the question of another sign-in", "422", crossed.status, !isSignedIn(crossed) && crossed.status === 422);
      saw("cookies of these", "none", cookiesIn(crossed) || "none", cookiesIn(crossed) === "");

      await lastWayIn(target, saw);
    } finally {
      await target.stop();
    }
  },
};

/** Two passkeys, no password, and both taken away at once: one way in stays. */
async function lastWayIn(target: Target, saw: Parameters<Attack["run"]>[0]["saw"]): Promise<void> {
  const peer = await target.peer();
  const office = await openOffice(target);
  await withPasskey(target, office);
  await withPasskey(target, office);
  await target.db("users").where({ id: office.ownerId }).update({ password_hash: null });
  const rows = await target.db("user_passkeys").where({ user_id: office.ownerId }).select("id");
  const answers = await Promise.all(
    rows.map(({ id }, nth) =>
      security(nth === 0 ? target : peer, cookieOfOffice(office), { answer: "remove_passkey", id: String(id) }),
    ),
  );
  const left = await target.db("user_passkeys").where({ user_id: office.ownerId });
  saw(
    "both ways in taken away at once",
    "one stays",
    `${left.length}; ${counted(answers)}`,
    rows.length === 2 && left.length === 1,
  );
}
