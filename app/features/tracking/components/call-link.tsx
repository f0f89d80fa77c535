import { Icon } from "~/ui/icons";
import styles from "./attention.module.css";

/** Rings somebody up on a phone, or with whatever the computer has for that; nothing without a number. */
export function CallLink({ phone, whom, words }: { phone: string; whom: string; words?: string }) {
  if (phone.trim() === "") return null;
  return (
    <a className={styles.call} href={`tel:${phone.replace(/[^+\d]/g, "")}`} title={phone} aria-label={`Call ${whom}`}>
      <Icon name="phone" size={16} />
      {words ?? phone}
    </a>
  );
}
