/**
 * Who uses the pages. While security is off, people choose in whose name they act. With security, an API key or a token says it; the key stays in
 * this tab of the browser and is sent as a header: there is no cookie, so a page of another site cannot act in somebody's name.
 */
import { signal } from '@preact/signals';
import { part } from './segment';
import type { Identity } from './types';

const KEY = 'millrace.key';
const ACTOR = 'millrace.actor';
const TENANT = 'millrace.tenant';

export const key = signal(sessionStorage.getItem(KEY) ?? '');
export const actor = signal(localStorage.getItem(ACTOR) ?? '');
export const tenant = signal(localStorage.getItem(TENANT) ?? '');

/** Who the server takes the reader for; null until it has said so, or when it knows nobody. */
export const me = signal<Identity | null>(null);

function keep(store: Storage, name: string, value: string): void {
  if (value === '') {
    store.removeItem(name);
  } else {
    store.setItem(name, value);
  }
}

/** What the browser keeps of what was typed: drafts of forms and texts, questions. */
const TYPED = /^millrace\.(draft|text|questions)/;

/** Signs in, or out with an empty key; who signs out leaves nothing behind that they typed. */
export function useKey(secret: string): void {
  key.value = secret.trim();
  keep(sessionStorage, KEY, key.value);
  if (key.value === '') {
    Object.keys(localStorage)
      .filter((name) => TYPED.test(name))
      .forEach((name) => localStorage.removeItem(name));
  }
}

export function actAs(name: string): void {
  actor.value = name.trim();
  keep(localStorage, ACTOR, actor.value);
}

export function useTenant(name: string): void {
  tenant.value = name.trim();
  keep(localStorage, TENANT, tenant.value);
}

/** The name under which this person works: the identity's own, or the one that was chosen while security is off. */
export function myName(): string {
  return me.value?.name ?? actor.value;
}

/** Whether the reader has one of some roles. */
export function may(...roles: string[]): boolean {
  return me.value !== null && roles.some((role) => me.value!.roles.includes(role));
}

/** Whether the reader may look at cases, and so at what happens; those who only do work, or are programs, may not. */
export function maySeeCases(): boolean {
  return may('administrator', 'designer', 'operator', 'auditor');
}

/** Headers hold ASCII only: other letters are written as RFC 8187 says, and so is what would be taken for that. */
export function headerText(text: string): string {
  return /^(?!utf-8'')[\x20-\x7e]*$/i.test(text) ? text : `UTF-8''${part(text).replace(/['()*!]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())}`;
}

export function identityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (key.value !== '') {
    // Letters that no header can have are in no key: with another in their place the server refuses it, and says so.
    headers['Authorization'] = `Bearer ${key.value.replace(/[^\x21-\x7e]/g, '?')}`;
  } else if (actor.value !== '') {
    headers['Millrace-Actor'] = headerText(actor.value);
  }
  if (tenant.value !== '') {
    headers['Millrace-Tenant'] = headerText(tenant.value);
  }
  return headers;
}
