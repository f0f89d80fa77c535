import { plateBeside } from "~/domain/vehicle/vehicle";
import styles from "./vehicle-name.module.css";

interface VehicleNameProps {
  /** `vehicleName` */
  name: string;
  plate: string;
  className?: string | undefined;
}

/** A vehicle as dispatchers see it everywhere: its title, and in grey its plate, which drivers and recipients know. */
export function VehicleName({ name, plate, className }: VehicleNameProps) {
  const beside = plateBeside(name, plate);
  return (
    <span className={className}>
      <bdi>{name}</bdi>
      {beside !== "" && (
        <span className={styles.plate}>
          {" "}
          <bdi>{beside}</bdi>
        </span>
      )}
    </span>
  );
}
