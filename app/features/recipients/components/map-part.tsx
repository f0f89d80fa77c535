import type { LightMapData } from "~/domain/light-map";

/** Opened by its button, which the script shows: nobody else loads the map. */
export function MapPart({ data, script, label }: { data: LightMapData; script: string; label: string }) {
  return (
    <section
      className="part"
      data-part="map"
      data-map={JSON.stringify(data)}
      data-script={script}
      data-label={label}
      hidden
    >
      <button type="button" className="button" data-open-map="">
        {data.vehicle === null ? "Show the map" : "See where the driver is"}
      </button>
      <div className="map-place" data-map-place="" hidden />
    </section>
  );
}
