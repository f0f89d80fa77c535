/** Photos and signatures of visits as programs get and send them. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { RoutingVisitAttachmentRow } from "~/db/tables";
import { visitPictures } from "~/domain/company/company-files";
import { AttachmentType } from "~/domain/visit/confirmation";
import { IMAGE_TYPES } from "~/domain/validation/image-type";
import { listedId } from "~/domain/validation/wire-fields";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { field, moment, ownId, reference, text } from "~/http/api/fields";
import { findItems } from "~/http/api/find-rows.server";
import { itemSchema, resource } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { receiveForm } from "~/http/receive-form.server";
import type { ReceivedForm } from "~/http/receive-form.server";
import { DRIVER_ACTIONS } from "./actions.server";
import { pictureFault, picturePlace } from "./proof-files.server";
import { attachmentFile, previewImage } from "./queries/attachment-file.server";
import { MAX_IMAGE_BYTES } from "~/domain/constants";

const ATTACHMENT = resource<RoutingVisitAttachmentRow>({
  name: "routing-visit-attachment",
  label: "Attachment",
  table: "routing_visit_attachments",
  permission: "visit.list",
  example: {},
  fields: {
    id: ownId(),
    company_id: reference("company_id"),
    visit_id: reference("visit_id", { filter: true }),
    path: text("path"),
    type: field("type", z.enum([AttachmentType.Photo, AttachmentType.Signature]), { filter: true }),
    created_at: moment("created_at"),
  },
  destroy: {
    permission: "visit.attach",
    run: (session, id, options) =>
      performAction(DRIVER_ACTIONS, session, "attachment.remove", { attachmentId: id }, options),
  },
});

/** Of the pictures that are stored, and of their miniatures. */
const PICTURES = [...new Set([...Object.values(IMAGE_TYPES).map(({ contentType }) => contentType), "image/webp"])];

export const DRIVER_RESOURCES = [ATTACHMENT];

/** One picture in the field `image`. */
const receive = (request: Request, companyId: number): Promise<ReceivedForm> =>
  receiveForm(request, {
    code: "attachment",
    field: "image",
    maxBytes: MAX_IMAGE_BYTES,
    check: pictureFault,
    place: ({ field: name, ...file }) =>
      name === "image" ? picturePlace(file, `${visitPictures(companyId)}${randomUUID()}`) : null,
  });

export const DRIVER_CALLS: ApiCall[] = [
  call({
    path: "routing-visit-attachment/upload-image",
    methods: ["POST"],
    summary: "Attaches a photo or a signature to a visit.",
    permission: "visit.attach",
    input: z.strictObject({
      visit_id: listedId(),
      type: z.enum([AttachmentType.Photo, AttachmentType.Signature]).default(AttachmentType.Photo),
      /** the specification's; the product chooses where files are kept */
      path: z.string().max(255).optional(),
      file_name: z.string().max(255).optional(),
    }),
    answer: z.object({ item: itemSchema(ATTACHMENT) }),
    changes: true,
    receive,
    files: ["image"],
    example: { visit_id: 1, type: "photo" },
    async run(session, { visit_id: visitId, type }, options) {
      const files = (options.files ?? []).map((file) => ({ ...file, field: type }));
      const made = await performAction(DRIVER_ACTIONS, session, "attachments.add", { visitId }, { ...options, files });
      return { item: (await findItems(ATTACHMENT, session, made as number[]))[0] };
    },
  }),
  call({
    path: "routing-visit-attachment/view-image",
    methods: ["GET"],
    summary: "Answers a photo or a signature; `save` offers it as a file.",
    permission: "visit.view",
    input: z.strictObject({ id: listedId(), save: z.string().max(5).optional() }),
    answer: null,
    media: PICTURES,
    changes: false,
    example: { id: 1 },
    run: (session, { id }, { request }) => attachmentFile(session, id, request),
  }),
  call({
    path: "preview/image",
    methods: ["GET"],
    summary: "Answers a small picture of an attachment.",
    permission: "visit.view",
    input: z.strictObject({
      path: z.string().max(255),
      w: z.number().int().min(1).max(4000),
      h: z.number().int().min(1).max(4000),
    }),
    answer: null,
    media: PICTURES,
    changes: false,
    example: { path: "companies/1/visits/a.jpg", w: 100, h: 100 },
    run: (session, _input, { request }) => previewImage(session, request),
  }),
];
