/** What a form sets of a visit, in the words of the list of changes and of an edit that came too late. */
export const VISIT_FIELD_LABELS = {
  name: "Name",
  address: "Address",
  postcode: "Postcode",
  type: "Type",
  lat: "Latitude",
  lng: "Longitude",
  startTime: "Window from",
  endTime: "Window to",
  serviceTime: "Service",
  packageLoad: "Load",
  packageCapacity: "Volume",
  recipientName: "Recipient",
  recipientPhone: "Phone",
  recipientEmail: "E-mail",
  recipientNote: "Note of the recipient",
  deliveryNote: "Note for the driver",
  confirmationTemplateId: "Confirmation",
} as const;
export type VisitFieldName = keyof typeof VISIT_FIELD_LABELS;
