/** Operations: what waits for an operator, what the server does, how it is, and what it keeps. The tab is in the address. */
import type { ComponentType } from 'preact';
import { go, parameter } from '../lib/router';
import { may } from '../lib/session';
import { Tabs, Title } from '../parts/basics';
import { Incidents } from './operations/incidents';
import { Backups, Retention } from './operations/keeping';
import { ApiKeys } from './operations/keys';
import { Audit, Running, Timers } from './operations/lists';
import { Numbers } from './operations/numbers';
import { Outside } from './operations/outside';

const TABS: { name: string; title: string; roles: string[]; part: ComponentType }[] = [
  { name: 'incidents', title: 'Incidents', roles: ['administrator', 'operator', 'auditor'], part: Incidents },
  { name: 'timers', title: 'Timers', roles: ['administrator', 'operator', 'auditor'], part: Timers },
  { name: 'numbers', title: 'Numbers', roles: ['administrator', 'operator', 'auditor'], part: Numbers },
  { name: 'running', title: 'Batches', roles: ['administrator', 'operator', 'auditor'], part: Running },
  { name: 'audit', title: 'Audit', roles: ['administrator', 'auditor'], part: Audit },
  { name: 'outside', title: 'Webhooks, mail, engines', roles: ['administrator', 'operator', 'auditor'], part: Outside },
  { name: 'keys', title: 'Keys', roles: ['administrator'], part: ApiKeys },
  { name: 'backups', title: 'Backups', roles: ['administrator'], part: Backups },
  { name: 'retention', title: 'Retention', roles: ['administrator'], part: Retention },
];

export default function Operations() {
  const shown = TABS.filter((tab) => may(...tab.roles));
  const wanted = parameter('tab') || 'incidents';
  const tab = shown.find((each) => each.name === wanted);
  const Part = tab?.part;
  return (
    <div class="text">
      <Title>Operations</Title>
      <div style="margin-bottom: 16px">
        <Tabs label="Operations" names={shown.map((each) => [each.name, each.title])} chosen={wanted} choose={(name) => go(name === 'incidents' ? '/operations' : `/operations?tab=${name}`)} />
      </div>
      {Part ? <Part key={wanted} /> : <p class="soft">{TABS.some((each) => each.name === wanted) ? 'Your roles do not allow this.' : 'There is no such part.'}</p>}
    </div>
  );
}
