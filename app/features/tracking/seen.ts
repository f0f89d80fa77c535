/** Things that need attention and that somebody sees to. */

import { AttentionKind } from "~/domain/route/predicted-lateness";
import type { AttentionItem } from "~/domain/route/predicted-lateness";

/** The same as long as it is about the same thing: 'late:17' of a visit, 'no-position:3' of a route. */
export const keyOf = ({ kind, visitId, routeId }: AttentionItem): string =>
  `${kind}:${isOfRoute(kind) || visitId === null ? routeId : visitId}`;

/** Whether the number in a key is a route's; a visit's otherwise. */
export const isOfRoute = (kind: string): boolean => kind === AttentionKind.NoPosition;

/** So long somebody sees to it; then it is among the others again. */
export const SEEN_SEC = 30 * 60;
