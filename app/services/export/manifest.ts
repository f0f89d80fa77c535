/** The contents of the driver's printed list of a route. Everything is text, as it is printed. */
export interface ManifestStop {
  /** '1', or empty for start, break and end */
  number: string;
  /** 'ETA 08:49', under it 'begin 09:30' */
  time: string;
  name: string;
  address: string;
  window: string;
  load: string;
  note: string;
  phone: string;
}

export interface Manifest {
  /** of the file and of every page's foot */
  title: string;
  vehicle: string;
  /** label and value, in the order of the head */
  facts: readonly (readonly [label: string, value: string])[];
  stops: readonly ManifestStop[];
  /** when it was printed, in words */
  printed: string;
}
