/** Verdicts, players, editors and differences in the states that they can be in, for the page of components. */
import { useState } from 'preact/hooks';
import type { Counterexample, RuleReport, Verification } from '../../lib/types';
import { TextDifference } from '../../parts/editor/difference';
import { Editor } from '../../parts/editor/editor';
import type { Place } from '../../parts/editor/text';
import { Findings, Player, Problems, Properties } from '../../parts/verdict';
import { readRules } from '../process/formula';
import { RuleList, RuleProof } from '../process/rules';
import { TEMPLATES } from './templates';

const DEADLOCK: Counterexample = {
  kind: 'deadlock',
  net: 'trip',
  nodes: ['pay'],
  trace: ['register', 'start(flight)', 'complete(flight)'],
  choices: [['flight'], null, null],
  tokens: ['c(flight,pay)'],
  message: "The case gets stuck after 'register' and 'flight': the AND-join of task 'pay' has a token between 'flight' and 'pay' but none between 'hotel' and 'pay'.",
  fix: "Make the AND-join of task 'pay' a XOR-join.",
  fixed: '',
};

const UNSOUND: Verification = {
  verdict: 'unsound',
  properties: { optionToComplete: false, properCompletion: true },
  problems: [DEADLOCK, { ...DEADLOCK, kind: 'deadTask', trace: [], choices: [], tokens: [], message: "Task 'pay' can never be carried out.", nodes: ['pay'] }],
  warnings: [{ kind: 'noBranch', net: 'trip', nodes: ['register'], message: "Every branch of task 'register' has a condition, so that possibly none can be taken." }],
  nets: [],
  states: 5,
};

const REPORT: RuleReport = { consistent: false, enforceable: false, conflict: ['one', 'two'], dead: ['c'], mandatory: [], redundant: ['three'], neverAccepted: [], losingPlay: ['a', '~b'], changes: ['b triggerable'], states: 3, warnings: ['Rule three lets c be triggered before d.'] };
const RULES = 'event a on pay:complete flexible;\ndep one: a -> b;\ndep two: a & ~b;\nassume three: response(a, {b, c});\n';
const PLACES: Place[] = [
  { file: '', line: 2, column: 1, message: "There is no fact 'rolle', and no goal calls it; is 'role' meant.", code: 'MR-2034', severity: 'error' },
  { file: '', line: 3, column: 0, message: "The variable 'X' occurs once in the clause.", code: 'MR-4123', severity: 'warning' },
];

/** Verdicts with problems, findings, a counterexample at each of its steps. */
export function Verdicts() {
  const [chosen, setChosen] = useState(0);
  const [step, setStep] = useState(1);
  return (
    <>
      <Properties of={UNSOUND.properties} />
      <Problems of={UNSOUND} chosen={chosen} choose={setChosen} fix={() => undefined} />
      <Player of={DEADLOCK} step={step} show={setStep} close={() => setStep(0)} />
      <Findings of={[{ code: 'MR-4123', detail: "The variable 'X' occurs once in the clause. (MR-4123)", line: 3 }]} goTo={() => undefined} />
      <RuleProof report={REPORT} />
      <RuleList of={readRules(RULES)} report={REPORT} />
    </>
  );
}

/** The editor in each language, with mistakes, and read-only; two texts compared. */
export function Editors() {
  return (
    <>
      {TEMPLATES.map((each) => (
        <Editor key={each.name} text={each.text} kind={each.file.endsWith('.deps') ? 'rules' : each.name === 'logic' ? 'logic' : 'facts'} label={each.title} change={() => undefined} />
      ))}
      <Editor text={'initial_activity(a).\nrolle(a, clerk).\nready(X).\n'} kind="facts" label="With mistakes" places={PLACES} change={() => undefined} />
      <Editor text={'<specification uri="trip">\n  <metaData/>\n</specification>\n'} kind="yawl" label="Only for reading" />
      <TextDifference before={TEMPLATES[0]!.text} after={TEMPLATES[0]!.text.replace('editor', 'publisher')} label="Two texts" />
    </>
  );
}
