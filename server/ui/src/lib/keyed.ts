/**
 * Objects by names that come from outside: tasks, sheets, variables, kinds. Such a name may be `constructor` or `__proto__`, which plain objects have
 * already. Pure.
 */

/** An object that has nothing but what is put into it. */
export function keyed<T>(entries: Iterable<readonly [string, T]> = []): Record<string, T> {
  const made = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries) {
    made[name] = value;
  }
  return made;
}

/** What an object has under a name itself; undefined for what every object has. */
export function at<T>(of: Record<string, T> | undefined | null, name: string): T | undefined {
  return of !== undefined && of !== null && Object.hasOwn(of, name) ? of[name] : undefined;
}
