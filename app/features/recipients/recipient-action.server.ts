/** The forms of a recipient's page. They come from anybody who has the link, and work without scripts. */
import { json, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { toRefusal } from "~/http/action.server";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import { parseInput } from "~/http/actions/parse-input";
import { flashHeader } from "~/http/flash.server";
import { readForm } from "~/http/request/read-form.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { formValues } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { retryAfterOf } from "~/services/limits/limits.server";
import { askForWindow, withdrawRequest } from "./commands/ask-window.server";
import { leaveNote } from "./commands/leave-note.server";
import { rate } from "./commands/rate.server";
import { countWriting } from "./link-limits.server";
import { openVisitLink } from "./queries/open-link.server";
import type { OpenedVisit } from "./queries/open-link.server";
import { NoteInput, RatingInput, WindowInput } from "./schemas";

interface RecipientForm<Input extends z.ZodType = z.ZodType> {
  input: Input;
  run(link: OpenedVisit, input: z.output<Input>): Promise<void>;
  said: string;
}

const form = <Input extends z.ZodType>(definition: RecipientForm<Input>): RecipientForm => definition;

/** By the field `intent`. */
const RECIPIENT_FORMS: Readonly<Record<string, RecipientForm>> = {
  note: form({ input: NoteInput, run: leaveNote, said: "Thank you. The driver will see this." }),
  window: form({ input: WindowInput, run: askForWindow, said: "We have your request. The answer will be shown here." }),
  withdraw: form({ input: NoInput, run: (link) => withdrawRequest(link), said: "Your request is taken back." }),
  rate: form({
    input: RatingInput,
    run: (link, { stars, comment }) => rate(link, { stars: stars ?? 0, comment }),
    said: "Thank you for your rating.",
  }),
};

const UNKNOWN = new AppError("tracking.unknown", "This link is not known.", { status: 404 });

/** @returns back to the page, which says what was done; or the refusal with what was typed */
export async function recipientAction({
  request,
  params,
  context,
}: ActionFunctionArgs): Promise<TypedResponse<ActionRefusal>> {
  let values: Record<string, string> = {};
  try {
    const link = await openVisitLink({ id: params.visitId, hash: params.hash, ip: context.ip });
    if (link.kind !== "open") throw UNKNOWN;
    // Read first: what comes too often is given back, too.
    const posted = await readForm(request);
    values = formValues(posted);
    await countWriting({ kind: "visit", id: link.visit.id }, context.ip);
    const intent = values.intent ?? "";
    const definition = Object.hasOwn(RECIPIENT_FORMS, intent) ? RECIPIENT_FORMS[intent] : undefined;
    if (definition === undefined) throw new AppError("form.intent", "This form is not known.", { status: 400 });
    const { wire, faults } = decodeForm(definition.input, postedFields(posted));
    await definition.run(link, parseInput(definition.input, wire, faults));
    return redirect(paths.publicVisit(link.visit.id, params.hash ?? ""), {
      status: 303,
      headers: { "Set-Cookie": await flashHeader({ message: definition.said }) },
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    const [refusal, status] = toRefusal(error, values);
    const waitSec = retryAfterOf(error);
    return json(refusal, { status, headers: waitSec === undefined ? {} : { "Retry-After": String(waitSec) } });
  }
}
