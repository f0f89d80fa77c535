/** What dispatchers do about recipients: their links, and what they ask for. */
import { z } from "zod";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { RECIPIENT_WINDOW_KIND } from "~/domain/plan/change-kinds";
import { revokeLink } from "./commands/revoke-link.server";
import { acceptRequest, declineRequest } from "./commands/settle-request.server";
import { AcceptRequest, RequestId, TrackedRoute, TrackedVisit } from "./schemas";

const REVOKED = "The link is revoked. The next one is another.";
/** settled: false where somebody has settled it before */
const Settled = z.object({ settled: z.boolean() });

export const LINK_ACTIONS = defineActions({
  "tracking.revoke_route": action({
    summary: "Makes all public links of a route unknown; the next one is another.",
    permission: "route.share",
    idempotent: false,
    input: TrackedRoute,
    run: (session, { routeId }, { tab }) => revokeLink(session, { kind: "route", id: routeId }, tab),
    answer: () => ({ message: REVOKED }),
  }),
  "tracking.revoke_visit": action({
    summary: "Makes all public links of a visit unknown; the next one is another.",
    permission: "route.share",
    idempotent: false,
    input: TrackedVisit,
    run: (session, { visitId }, { tab }) => revokeLink(session, { kind: "visit", id: visitId }, tab),
    answer: () => ({ message: REVOKED }),
  }),
});

export const RECIPIENT_REQUEST_ACTIONS = defineActions({
  "recipient_request.accept": action({
    summary: "Gives a visit the window that its recipient asked for, at a place of its route.",
    permission: "task.settle",
    idempotent: false,
    logs: RECIPIENT_WINDOW_KIND,
    input: AcceptRequest,
    tells: Settled,
    run: (session, input, { tab }) => acceptRequest(session, { ...input, tab }),
    answer: () => ({ message: "The request is accepted" }),
  }),
  "recipient_request.decline": action({
    summary: "Declines the window that a recipient asked for; they are told on their page.",
    permission: "task.settle",
    idempotent: true,
    input: RequestId,
    tells: Settled,
    run: (session, input, { tab }) => declineRequest(session, { ...input, tab }),
    answer: () => ({ message: "The request is declined" }),
  }),
});

export const RECIPIENT_ACTIONS = { ...LINK_ACTIONS, ...RECIPIENT_REQUEST_ACTIONS };
