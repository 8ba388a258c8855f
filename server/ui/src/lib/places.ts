/** The pages that there are, and who may open them: nobody is led to a page that the server refuses them. */
import { me } from './session';

export interface Place {
  href: string;
  name: string;
  keys: string;
  roles: string[];
}

const READS = ['administrator', 'designer', 'operator', 'auditor'];

/** The pages of the navigation, with the roles to which the server answers what they show. */
export const PLACES: Place[] = [
  { href: '/cases', name: 'Cases', keys: 'g c', roles: READS },
  { href: '/work', name: 'Work', keys: 'g w', roles: [...READS, 'participant'] },
  { href: '/processes', name: 'Processes', keys: 'g p', roles: [...READS, 'participant', 'worker'] },
  { href: '/agents', name: 'Agents', keys: 'g a', roles: READS },
  { href: '/simulate', name: 'Simulate', keys: 'g s', roles: ['administrator', 'designer', 'operator'] },
  { href: '/ask', name: 'Ask', keys: 'g q', roles: READS },
  { href: '/operations', name: 'Operations', keys: 'g o', roles: ['administrator', 'operator', 'auditor'] },
];

/** The page of the navigation to which an address belongs. */
function placeOf(address: string): Place | undefined {
  const path = address.replace(/[?#].*$/, '');
  return PLACES.find((each) => path === each.href || path.startsWith(each.href + '/'));
}

/** Whether the reader may open an address. */
export function mayOpen(address: string): boolean {
  const place = placeOf(address);
  return me.value !== null && (place === undefined || place.roles.some((role) => me.value!.roles.includes(role)));
}

/** The pages that the reader may open. */
export function myPlaces(): Place[] {
  return PLACES.filter((each) => mayOpen(each.href));
}
