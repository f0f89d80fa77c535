import { estimateOf, euclidean } from "../contract";
import type { Matrix, PointsModel, SparseMatrix, TravelModel } from "../contract";

export const isDense = (model: TravelModel): model is Matrix => model.kind === undefined || model.kind === "dense";

/** The square matrix of some places of a model, in their order; nothing in it differs from what the model says. */
export function denseMatrix(model: TravelModel, places: Int32Array, checkpoint: () => void): Matrix {
  const size = places.length;
  const durations = squareOf(size);
  if (model.kind === "points") {
    fillPoints(model, places, durations, checkpoint);
    return { size, durations };
  }
  const distances = model.distances === undefined ? undefined : squareOf(size);
  const costs = model.costs === undefined ? undefined : squareOf(size);
  if (model.kind === "sparse") fillSparse(model, places, durations, distances, checkpoint);
  else
    for (let i = 0; i < size; i++) {
      checkpoint();
      const row = places[i] * model.size;
      for (let j = 0; j < size; j++) {
        const k = row + places[j];
        durations[i * size + j] = model.durations[k];
        if (distances !== undefined) distances[i * size + j] = model.distances![k];
        if (costs !== undefined) costs[i * size + j] = model.costs![k];
      }
    }
  return { size, durations, ...(distances && { distances }), ...(costs && { costs }) };
}

const squareOf = (size: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * size * size));

function fillPoints({ points }: PointsModel, places: Int32Array, durations: Int32Array, checkpoint: () => void): void {
  const size = places.length;
  for (let i = 0; i < size; i++) {
    checkpoint();
    for (let j = i + 1; j < size; j++)
      durations[i * size + j] = durations[j * size + i] = euclidean(points, places[i], places[j]);
  }
}

/** Estimates everywhere first, then what is known about pairs of these places. */
function fillSparse(
  model: SparseMatrix,
  places: Int32Array,
  durations: Int32Array,
  distances: Int32Array | undefined,
  checkpoint: () => void,
): void {
  const size = places.length;
  const estimate = estimateOf(model);
  // the same place may stand in several rows: they are chained
  const first = new Map<number, number>();
  const another = new Int32Array(size).fill(-1);
  for (let j = size - 1; j >= 0; j--) {
    another[j] = first.get(places[j]) ?? -1;
    first.set(places[j], j);
  }
  for (let i = 0; i < size; i++) {
    checkpoint();
    const from = places[i];
    estimate.fillRow(from, places, i * size, durations, distances);
    for (let k = model.rowStart[from]; k < model.rowStart[from + 1]; k++)
      for (let j = first.get(model.to[k]) ?? -1; j >= 0; j = another[j]) {
        durations[i * size + j] = model.durations[k];
        if (distances !== undefined) distances[i * size + j] = model.distances![k];
      }
  }
}
