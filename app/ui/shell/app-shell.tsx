import { useRef, type ReactNode } from "react";
import { Link, useNavigation } from "@remix-run/react";
import { useMantineColorScheme } from "@mantine/core";
import { SELECT_SEARCH_FROM_OPTIONS } from "~/domain/constants";
import { Menu, type MenuItem } from "~/ui/dialog/menu";
import { Icon, type IconName } from "~/ui/icons";
import { initials, isCurrent } from "./nav";
import { Opening, useOpeningPage } from "./opening";
import { usePageFocus } from "./use-page-focus";
import styles from "./shell.module.css";

export interface NavItem {
  to: string;
  label: string;
  icon: IconName;
  /** Beginnings of addresses that belong to this item, besides `to`. */
  match?: readonly string[];
  /** A figure at the icon: new things to look at. */
  badge?: number;
}

interface ShellUser {
  name: string;
  email: string;
  /** address of their picture; left out: their initials stand for them */
  image?: string | undefined;
}

interface ShellCompany {
  id: number;
  title: string;
}

interface AppShellProps {
  /** Planning, Tracking, Company, Admin: at most five. */
  nav: readonly NavItem[];
  /** Without the base path: useLocation().pathname. */
  currentPath: string;
  user: ShellUser;
  companies: readonly ShellCompany[];
  currentCompanyId: number | null;
  /** Where the company switch posts `company_id` to; it must work without JavaScript. */
  switchCompanyAction?: string;
  /** Where Sign out posts to. */
  signOutAction?: string;
  /** Further entries of the user menu: Profile. */
  userItems?: readonly MenuItem[];
  search?: ReactNode;
  notices?: ReactNode;
  children: ReactNode;
}

const schemes = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "As the device", icon: "contrast" },
] as const;

/** The frame of all signed-in pages: rail or bottom bar, header, the page. */
export function AppShell(props: AppShellProps) {
  const { nav, currentPath, user, companies, currentCompanyId, search, notices, children } = props;
  const company = companies.find(({ id }) => id === currentCompanyId);
  const main = useRef<HTMLElement>(null);
  usePageFocus(main, currentPath);
  const opening = useOpeningPage();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to the page
      </a>
      <LoadingLine />
      <Opening page={opening} />
      <header className={styles.header}>
        <Link to="/planning/main" className={styles.brand} aria-label="Start page">
          <Logo />
        </Link>
        {company !== undefined && (
          <CompanySwitch
            company={company}
            companies={companies}
            action={props.switchCompanyAction ?? "/company/switch"}
          />
        )}
        <div className={styles.search}>{search}</div>
        <div className={styles.end}>
          {notices}
          <UserMenu user={user} items={props.userItems ?? []} signOutAction={props.signOutAction ?? "/logout"} />
        </div>
      </header>
      <nav className={styles.rail} aria-label="Main">
        {nav.map((item) => {
          const isOf = (path: string) => isCurrent(path, [item.to, ...(item.match ?? [])]);
          return (
            <Link
              key={item.to}
              to={item.to}
              className={styles.railItem}
              aria-current={isOf(currentPath) ? "page" : undefined}
              // One at a time: where somebody is, or where they are on their way to.
              data-lit={isOf(opening?.path ?? currentPath) || undefined}
              data-opens={item.label}
            >
              <span className={styles.railIcon}>
                <Icon name={item.icon} size={22} />
                {item.badge !== undefined && item.badge > 0 && (
                  <span className={`${styles.badge} num`}>{item.badge > 99 ? "99+" : item.badge}</span>
                )}
              </span>
              <span className={styles.railLabel}>{item.label}</span>
            </Link>
          );
        })}
      </nav>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function CompanySwitch({
  company,
  companies,
  action,
}: {
  company: ShellCompany;
  companies: readonly ShellCompany[];
  action: string;
}) {
  const name = (
    <span className={`cut ${styles.company}`} title={company.title}>
      {company.title}
    </span>
  );
  if (companies.length < 2) return name;
  return (
    <Menu
      label="Switch company"
      search={companies.length > SELECT_SEARCH_FROM_OPTIONS ? "Search companies" : undefined}
      look="bare"
      align="start"
      trigger={
        <span className={styles.switch}>
          {name}
          <Icon name="chevron-down" size={14} />
        </span>
      }
      items={companies.map(({ id, title }) => ({
        id: String(id),
        label: title,
        icon: id === company.id ? "check" : undefined,
        intent: "switch-company",
        action,
        values: { company_id: id },
        // A page is made for one company, from its beginning to its end.
        reloadDocument: true,
      }))}
    />
  );
}

function UserMenu({
  user,
  items,
  signOutAction,
}: {
  user: ShellUser;
  items: readonly MenuItem[];
  signOutAction: string;
}) {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      label={`Account of ${user.name}`}
      trigger={
        user.image === undefined ? (
          <span className={styles.avatar} aria-hidden="true">
            {initials(user.name)}
          </span>
        ) : (
          <img className={styles.avatar} src={user.image} width={32} height={32} alt="" />
        )
      }
      header={
        <>
          <div className={styles.userName}>{user.name}</div>
          <div className={styles.userEmail}>{user.email}</div>
        </>
      }
      items={[
        ...items,
        ...schemes.map(({ value, label, icon }, index) => ({
          id: value,
          label,
          icon,
          divider: index === 0 && items.length > 0,
          onClick: () => setColorScheme(value),
        })),
        {
          id: "sign-out",
          label: "Sign out",
          icon: "sign-out",
          intent: "sign-out",
          action: signOutAction,
          divider: true,
          // What is not saved yet is asked about, and the page after it is a document of its own.
          reloadDocument: true,
        },
      ]}
    />
  );
}

/** A thin moving line while the next page is on its way. */
function LoadingLine() {
  const navigation = useNavigation();
  return <div className={styles.loading} data-on={navigation.state === "loading" || undefined} aria-hidden="true" />;
}

function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="8" fill="var(--app-accent)" />
      <path
        d="M8 20.5V12a4 4 0 0 1 8 0v4a3 3 0 0 0 6 0V8"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
      <circle cx="8" cy="20.5" r="2" fill="#ffffff" />
      <circle cx="22" cy="7.5" r="2" fill="#ffffff" />
    </svg>
  );
}
