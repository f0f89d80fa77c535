import type { Job, Matrix, Shipment, Task, TravelModel, Vehicle } from "../contract";
import { denseMatrix } from "./dense";

/**
 * The places that some vehicles and tasks stand at, numbered anew from 0 as they are met: a square matrix of them alone
 * is small where the travel model knows many more.
 */
export class Renumbered {
  private readonly rows = new Map<number, number>();
  private readonly places: number[] = [];

  private row(place: number): number {
    let known = this.rows.get(place);
    if (known === undefined) {
      known = this.places.push(place) - 1;
      this.rows.set(place, known);
    }
    return known;
  }

  job(job: Job): Job {
    return { ...job, ...this.stop(job) };
  }

  private stop({ locationIndex, siteIndex }: Task): Pick<Task, "locationIndex" | "siteIndex"> {
    const at = { locationIndex: this.row(locationIndex) };
    return siteIndex === undefined ? at : { ...at, siteIndex: this.row(siteIndex) };
  }

  shipment({ pickup, delivery, ...shared }: Shipment): Shipment {
    return {
      ...shared,
      pickup: { ...pickup, ...this.stop(pickup) },
      delivery: { ...delivery, ...this.stop(delivery) },
    };
  }

  vehicle(vehicle: Vehicle): Vehicle {
    const { startIndex, endIndex, startSiteIndex } = vehicle;
    return {
      ...vehicle,
      ...(startSiteIndex === undefined ? {} : { startSiteIndex: this.row(startSiteIndex) }),
      startIndex: startIndex === null ? null : this.row(startIndex),
      endIndex: endIndex === null ? null : this.row(endIndex),
    };
  }

  /** Square matrices of all places met so far, for the profiles of these vehicles. */
  matrices(
    models: Readonly<Record<string, TravelModel>>,
    vehicles: readonly Vehicle[],
    checkpoint: () => void,
  ): Record<string, Matrix> {
    const listed = Int32Array.from(this.places);
    const profiles = new Set(vehicles.map(({ profile }) => profile));
    return Object.fromEntries(
      [...profiles].map((profile) => [profile, denseMatrix(models[profile], listed, checkpoint)]),
    );
  }
}
