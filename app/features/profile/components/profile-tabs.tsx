import { paths } from "~/paths";
import { PageTabs } from "~/ui/page/page-tabs";

const TABS = [
  { to: paths.profile(), label: "Profile", isExact: true },
  { to: paths.profileCompanies(), label: "Companies" },
];

export const ProfileTabs = () => <PageTabs label="Profile" items={TABS} />;
