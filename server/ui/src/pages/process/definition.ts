/** A version of a process as it was deployed: its text, the rules beside it, and what kind of text it is. */
import { get, getText, part } from '../../lib/api';
import { maySeeCases } from '../../lib/session';
import type { HistoryEvent, Page } from '../../lib/types';
import { fileOf, kindOf, type Kind } from '../../parts/editor/text';

export interface Definition {
  text: string;
  /** The rules that it runs under; empty if it has none, or is rules itself. */
  rules: string;
  file: string;
  kind: Kind;
}

/** The text of a version. A process under rules is stored as both texts in one. */
export async function definitionOf(process: string, language: string, version: number, stop?: AbortSignal): Promise<Definition> {
  const stored = await getText(`/processes/${part(process)}/source`, { version }, stop);
  let [text, rules, inner] = [stored, '', language];
  if (language === 'ruled') {
    const both = JSON.parse(stored) as { language: string; source: string; rules: string };
    [text, rules, inner] = [both.source, both.rules, both.language];
  }
  const file = fileOf(process, inner, text);
  return { text, rules, file, kind: kindOf(file, text) };
}

/** When and by whom a version was deployed. */
export interface DeployedAt {
  version: number;
  at: string;
  by?: string;
  reason?: string;
  /** What spoke against it when somebody insisted. */
  despite?: string;
}

/** The deployments of a process, as far as the reader may see the history. */
export async function deploymentsOf(process: string, stop?: AbortSignal): Promise<DeployedAt[]> {
  if (!maySeeCases()) {
    return [];
  }
  const page = await get<Page<HistoryEvent>>('/history', { kind: 'ProcessDeployed', newestFirst: true, limit: 200 }, stop).catch(() => ({ items: [] as HistoryEvent[] }));
  return page.items
    .map((event) => ({ event, detail: event.detail as { name: string; version: number; despite: string | null } }))
    .filter(({ detail }) => detail.name === process)
    .map(({ event, detail }) => ({
      version: detail.version,
      at: event.recorded,
      ...(event.actor ? { by: event.actor } : {}),
      ...(event.reason ? { reason: event.reason } : {}),
      ...(detail.despite ? { despite: String(detail.despite) } : {}),
    }));
}
