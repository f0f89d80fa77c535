import type { LoaderFunctionArgs } from "@remix-run/node";
import { recipientPicture } from "~/features/recipients/queries/picture.server";
import { answerRefusals } from "~/http/page.server";

/** A picture that the page of a visit's link shows. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  answerRefusals(() =>
    recipientPicture({ id: params.visitId, hash: params.hash, ip: context.ip }, params.pictureId, request),
  );
