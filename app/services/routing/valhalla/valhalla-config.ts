/** How Valhalla computes a table: both find the same ways, at very different costs. */
export type TableAlgorithm = "timedistancematrix" | "costmatrix";

/** A place further than this from every road that the vehicle may use is off the network. */
export const SEARCH_CUTOFF_M = 2000;

const vehicleLimits = {
  max_distance: 5_000_000,
  max_locations: 2000,
  max_matrix_distance: 5_000_000,
  max_matrix_location_pairs: 100_000_000,
};

/**
 * The settings of Valhalla 3.6 that it cannot do without (it crashes where one is missing; most concern services that
 * are never asked), with limits that suit a program that asks itself.
 */
export const valhallaConfig = (tileDir: string, algorithm: TableAlgorithm) => ({
  mjolnir: { tile_dir: tileDir, logging: { type: "" }, max_cache_size: 300_000_000 },
  loki: {
    actions: ["locate", "route", "sources_to_targets", "status"],
    service_defaults: {
      heading_tolerance: 60,
      minimum_reachability: 50,
      node_snap_tolerance: 5,
      radius: 0,
      search_cutoff: SEARCH_CUTOFF_M,
      street_side_max_distance: 1000,
      street_side_tolerance: 5,
    },
    logging: { type: "" },
  },
  thor: { source_to_target_algorithm: algorithm, logging: { type: "" } },
  odin: { logging: { type: "" } },
  meili: { default: { breakage_distance: 2000 }, logging: { type: "" } },
  service_limits: {
    auto: vehicleLimits,
    truck: vehicleLimits,
    pedestrian: { ...vehicleLimits, max_transit_walking_distance: 10_000, min_transit_walking_distance: 1 },
    isochrone: {
      max_contours: 4,
      max_distance: 25_000,
      max_distance_contour: 200,
      max_locations: 1,
      max_time_contour: 120,
    },
    skadi: { max_shape: 750_000, min_resample: 10 },
    trace: {
      max_alternates: 3,
      max_alternates_shape: 100,
      max_distance: 200_000,
      max_gps_accuracy: 100,
      max_search_radius: 100,
      max_shape: 16_000,
    },
    max_alternates: 2,
    max_exclude_locations: 50,
    max_exclude_polygons_length: 10_000,
    max_radius: 200,
    max_reachability: 100,
  },
});

/** Where tiles are made from an extract; countries' own rules need a database of borders, which is left out. */
export const buildConfig = (tileDir: string, concurrency: number) => ({
  mjolnir: {
    tile_dir: tileDir,
    concurrency,
    hierarchy: true,
    shortcuts: true,
    include_driving: true,
    include_bicycle: false,
    include_pedestrian: false,
    data_processing: { use_admin_db: false, infer_internal_intersections: true, infer_turn_channels: true },
    logging: { type: "std_out", color: false },
  },
  loki: { use_connectivity: true },
});
