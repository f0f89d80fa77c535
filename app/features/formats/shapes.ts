/** How VROOM (as vroom-express answers it) and Routific tell what went wrong. */
import type { ForeignShape } from "~/http/api/api-call.server";
import { AppError } from "~/lib/errors";
import { shortened } from "~/lib/shortened";
import { VroomFault } from "./vroom-schema";
import { VrpFault } from "./routific-schema";

const STATUSES = [400, 401, 403, 404, 409, 413, 415, 429, 500];

/** Both tell a wrong value with 400. */
const plain = (status: number): number => (status === 422 ? 400 : status);

/** 1 a fault of the server, 2 of the input, 4 too much of it. */
export const VROOM_SHAPE: ForeignShape = {
  status: 200,
  fault: VroomFault,
  statuses: [...STATUSES, 408, 503],
  refusal: (status, message) => ({
    status: plain(status),
    body: { code: status === 413 ? 4 : status >= 500 ? 1 : 2, error: shortened(message) },
  }),
};

const routific = (status: 200 | 202): ForeignShape => ({
  status,
  fault: VrpFault,
  statuses: [...STATUSES, 408],
  refusal: (found, message, error) => ({
    status: error instanceof AppError && error.code === "job.timeout" ? 408 : plain(found),
    body: { error: shortened(message) },
  }),
});

export const VRP_SHAPE = routific(200);
export const VRP_LONG_SHAPE = routific(202);
