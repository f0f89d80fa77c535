import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import type { Action as Permission } from "~/domain/access/permissions";
import { listedId } from "~/domain/validation/wire-fields";
import { receiveImage } from "~/http/actions/image-form-action.server";
import { call } from "./api-call.server";
import type { ApiCall, CallOptions } from "./api-call.server";

interface ImageCall {
  resource: string;
  summary: string;
  permission: Permission;
  /** where the picture is kept */
  folderOf(session: CompanySession): string;
  /** @param id whose picture it is to be, if that was said. @returns the stored picture's path */
  run(session: CompanySession, id: number | undefined, options: CallOptions): Promise<string | null>;
}

/** `upload-image` of something that has one picture, in the form's field `image`. */
export const uploadImageCall = ({ resource, summary, permission, folderOf, run }: ImageCall): ApiCall =>
  call({
    path: `${resource}/upload-image`,
    methods: ["POST"],
    summary,
    permission,
    input: z.strictObject({
      item_id: listedId().optional(),
      /** the specification's; the product knows whose picture it is, and names files itself */
      owner_id: listedId().optional(),
      type: z.string().max(255).optional(),
      file_name: z.string().max(255).optional(),
    }),
    answer: z.object({ image: z.string() }),
    changes: true,
    receive: (request, _companyId, session) => receiveImage(request, folderOf(session)),
    files: ["image"],
    example: {},
    run: async (session, { item_id: id }, options) => ({ image: (await run(session, id, options)) ?? "" }),
  });
