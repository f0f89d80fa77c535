import type { Visit } from "./visit";

/** What a form sets of a visit: in its messages, in the list of changes and where an edit came too late. */
export const VISIT_FIELD_LABELS = {
  name: "Name",
  address: "Address",
  postcode: "Postcode",
  type: "Type",
  lat: "Latitude",
  lng: "Longitude",
  startTime: "Window from",
  endTime: "Window to",
  serviceTime: "Service time",
  packageLoad: "Load",
  packageCapacity: "Volume",
  recipientName: "Recipient",
  recipientPhone: "Phone",
  recipientEmail: "E-mail",
  recipientNote: "Note of the recipient",
  deliveryNote: "Note for the driver",
  confirmationTemplateId: "Confirmation template",
} as const satisfies Partial<Record<keyof Visit, string>>;
export type VisitFieldName = keyof typeof VISIT_FIELD_LABELS;

/**
 * Headers of columns, in templates, exports and imports. Some are named after the field of the record, and stay: people
 * have files with them.
 */
export const VISIT_COLUMN_LABELS = {
  ...VISIT_FIELD_LABELS,
  startTime: "Start time",
  endTime: "End time",
  packageLoad: "Package load",
  packageCapacity: "Package capacity",
  recipientName: "Recipient name",
  recipientPhone: "Recipient phone",
  recipientEmail: "Recipient email",
  recipientNote: "Recipient note",
  deliveryNote: "Delivery note",
} as const satisfies Record<VisitFieldName, string>;
