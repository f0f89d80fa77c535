/** What a public link is about. */
export interface TrackingSubject {
  kind: "route" | "visit";
  id: number;
}

/** 'visit:7' */
export const subjectText = ({ kind, id }: TrackingSubject): string => `${kind}:${id}`;
