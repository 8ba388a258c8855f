/** The forms of the server's answers, as the OpenAPI document describes them. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = { [name: string]: Json };

export type CaseState = 'running' | 'suspended' | 'completed' | 'failed' | 'cancelled';
export type WorkState = 'offered' | 'allocated' | 'started' | 'suspended' | 'completed' | 'failed' | 'withdrawn';

export interface Page<T> {
  items: T[];
  cursor?: string;
  count?: number;
}

export interface Case {
  case: string;
  process: string;
  version: number;
  state: CaseState;
  started: string;
  ended?: string;
  key?: string;
  incident?: string;
  attributes?: Fields;
  outcome?: Json;
}

export interface Work {
  work: string;
  case: string;
  process: string;
  task: string;
  state: WorkState;
  offered: string;
  priority: number;
  by: 'people' | 'handler' | 'program' | 'process';
  doer?: string;
  subCase?: string;
  roles?: string[];
  participants?: string[];
  pool?: string;
  holder?: string;
  attempt?: number;
  due?: string;
  incident?: string;
  delayed?: string;
  input: Json;
}

/** For each sheet of a figure how many tokens are on which node or edge. */
export type Marks = Record<string, Record<string, number>>;

export interface CaseDetails extends Case {
  at?: string;
  data: Json;
  standing: Json;
  next: string[];
  work: Work[];
  timers: string[];
  alarms: { timer: number; due: string; purpose: string }[];
  waits: { signal: string; key: string }[];
  attempts: { attempt: number; event: string; detail: Json; by?: string; since: string; reason: string }[];
  subCases: string[];
  /** The open sub-cases, with their states. */
  children?: { case: string; process: string; state: CaseState; task: string; work: string }[];
  marks?: Marks;
}

export interface HistoryEvent {
  id: string;
  tenant: string;
  entity?: string;
  case?: string;
  kind: string;
  recorded: string;
  occurred?: string;
  actor?: string;
  onBehalfOf?: string;
  reason?: string;
  requestId?: string;
  cause: string;
  detail: Json;
}

export interface Performed {
  done?: boolean;
  value?: Json;
  delayed?: number;
  code?: string;
  detail?: string;
  possible?: boolean;
  steps?: string[];
  refusal?: string;
}

export interface Reason {
  claim: string;
  holds: boolean;
  words: string;
  event?: string;
  because: Reason[];
}

export interface ProcessVersion {
  process: string;
  version: number;
  language: string;
  fingerprint: string;
  runnable: boolean;
}

export interface Identity {
  name?: string;
  tenant: string;
  roles: string[];
  onBehalfOf?: string;
  security?: boolean;
  version?: string;
  demo?: boolean;
}

export interface Participant {
  name: string;
  roles: string[];
  capabilities: string[];
}

/** The content of a picture: sheets, each a graph. */
export interface Figure {
  title: string;
  sheets: Sheet[];
}

export interface Sheet {
  name: string;
  title: string;
  nodes: FigureNode[];
  edges: FigureEdge[];
  regions: FigureRegion[];
  notes: string[];
}

export type Junction = 'none' | 'and' | 'or' | 'xor';
export type Sign = 'person' | 'program' | 'routing' | 'process' | 'timer' | 'event';

export interface Point {
  x: number;
  y: number;
}

export interface FigureNode {
  id: string;
  label: string;
  shape: 'start' | 'end' | 'place' | 'task' | 'box';
  who: string;
  signs: Sign[];
  join: Junction;
  split: Junction;
  stacked: boolean;
  doubled: boolean;
  at?: Point;
}

export interface FigureEdge {
  from: string;
  to: string;
  label: string;
  otherwise: boolean;
  dashed: boolean;
  mark: string;
  bends: Point[];
}

export interface FigureRegion {
  owner?: string;
  nodes: string[];
  edges: string[];
  meaning: string;
}

/** A JSON Schema, as far as forms use it. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: boolean | Schema;
  default?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Something worth knowing about a process. */
export interface Finding {
  code: string;
  detail: string;
  line?: number;
  clause?: string;
}

/** What deploying a text would say. */
export interface Proved {
  process: string;
  deployable: boolean;
  objection?: Finding;
  findings: Finding[];
}

/** What is proved of a deployed process. */
export interface Verdict {
  process: string;
  version: number;
  sound: boolean;
  objection?: Finding;
  findings: Finding[];
}

export interface Soundness {
  optionToComplete?: boolean;
  noDeadTasks?: boolean;
  properCompletion?: boolean;
}

/** How a case of a net goes wrong, step by step. */
export interface Counterexample {
  kind: string;
  net: string;
  nodes: string[];
  trace: string[];
  choices: (string[] | null)[];
  tokens: string[];
  message: string;
  fix?: string;
  /** The whole text with the fix. */
  fixed?: string;
  /** The tokens before the first step. */
  start?: Marks;
  /** Where each step happens, and the tokens after it; absent if the trace is long. */
  steps?: { step: string; sheet: string; task: string; marks: Marks }[];
}

export interface Verification {
  verdict: 'sound' | 'unsound' | 'unknown' | 'invalid';
  properties: Soundness;
  problems: Counterexample[];
  warnings: { kind: string; net: string; nodes: string[]; message: string }[];
  nets: { net: string; verdict: string; properties: Soundness; states: number }[];
  reasons?: string[];
  states: number;
}

/** A state of rules between events. */
export interface RuleState {
  state: number;
  obligation: string;
  undecided: string[];
  permitted: string[];
  accepted: string[];
  delayed: string[];
  never: string[];
  required: string[];
  trigger: string[];
  controllable: boolean;
  next: Record<string, number>;
}

/** What is proved of rules. */
export interface RuleReport {
  consistent?: boolean;
  enforceable?: boolean;
  conflict: string[];
  dead: string[];
  mandatory: string[];
  redundant: string[];
  neverAccepted: string[];
  losingPlay: string[];
  changes: string[];
  states: number;
  warnings: string[];
  table?: RuleState[];
  guards?: Record<string, string>;
}

/** What differs between the pictures of two versions of a process. */
export interface FigureDifference {
  process: string;
  from: number;
  to: number;
  sheets: { name: string; change: 'added' | 'removed' | 'changed'; changes: FigureChange[] }[];
}

export interface FigureChange {
  what: 'node' | 'edge' | 'region';
  change: 'added' | 'removed' | 'changed';
  id?: string;
  from?: string;
  to?: string;
  mark?: string;
  message: string;
}
