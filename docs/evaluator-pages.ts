/** What the schema does not tell of each evaluator: an example, and what is worth knowing. */
export const EVALUATOR_PAGES: Readonly<Record<string, { readonly example: string; readonly about: string }>> = {
  exact: {
    example: '- exact\n- { type: exact, name: label, ignoreCase: true }',
    about:
      'Scores 1 or 0. Texts are compared without the spaces around them; JSON objects and arrays as values, so that layout and the order of members do not count. By default every other space counts, and so does the way an accent is encoded: `whitespace` and `normalization` change that. Whole numbers are compared exactly, whatever their size.',
  },
  contains: {
    example: '- { type: contains, name: polite, value: [please, thank you], mode: any }',
    about: 'The score is the share of the texts that were found; with `mode: any` one is enough.',
  },
  regex: {
    example: "- { type: regex, name: order-number, pattern: 'ORD-\\d{6}' }",
    about:
      'Scores 1 or 0. Patterns are RE2’s: matching takes time in proportion to the text, whatever the pattern, and a pattern that cannot be used is refused before the run begins.',
  },
  'json-match': {
    example: '- { type: json-match, paths: [label, order.total], tolerance: 0.01, passAt: 0.5 }',
    about:
      'The score is the share of the values that match. An answer that is not JSON scores 0. A path that neither the answer nor the expected JSON has is an error: there is nothing to compare. Whole numbers are compared exactly, also above 2^53; `tolerance` has slack for rounding, so that 1.01 is within 0.01 of 1.00.',
  },
  'json-schema': {
    example: '- { type: json-schema, schema: { type: object, required: [label] } }',
    about: 'Scores 1 or 0; the reason names the first place that does not fit.',
  },
  numeric: {
    example: '- { type: numeric, relativeTolerance: 0.05 }\n- { type: numeric, name: length, min: 1, max: 500 }',
    about: `Scores 1 or 0. The number is looked for in the answer: \`It is 42.\` holds 42. What is a number:

- Digits with a decimal point (\`1.234\`), with thousands separators that leave no doubt (\`1,234\`, \`1,234.5\`, \`1.234,5\`, \`1'234\`, no-break or
  thin spaces), with an exponent (\`6.02e23\`), a sign and a currency symbol (\`-$5\`). One comma before exactly three digits separates thousands.
- Letters right after it are its unit: \`42kg\` is 42. Digits inside a word are not a number: \`v2\`.
- What can be read in more than one way is an error, not a guess: \`1 234\` (one number or two), \`1,5\`, \`0,123\`, \`1.2.3\`, \`10k\`, \`5M\`, \`3bn\`.
  It is one only where that number would be picked.

Whole numbers are compared exactly, others and tolerances with slack for rounding.`,
  },
  similarity: {
    example: '- { type: similarity, method: rouge-l, passAt: 0.6, required: false }',
    about:
      'A cheap stand-in for a judge where wording varies little. It rewards words in common, not meaning: hold it against `rollcall mark` before you trust it.\n\nTexts are compared in Unicode NFC, so that it does not matter how an accent is encoded. Tokens of `token-f1` and `rouge-l` are words as Unicode segments them (`Intl.Segmenter`; Chinese, Japanese and Thai by dictionary), with their accents and vowel signs. A number is one token, and a minus directly before it belongs to it: -5 is not 5. Symbols such as 👍, +, € and % are tokens, as is # after a word: C++ is not C#. Other punctuation is left out, unless a text has no word at all: then each character is a token. `levenshtein` counts edits of code points.',
  },
  jsonata: {
    example: "- { type: jsonata, name: short, expression: '$length(actual) < 200' }",
    about: 'Anything that can be computed from the row, its answer, latency and cost.',
  },
  judge: {
    example: `- type: judge
  rubric: The answer names the right team, and gives the reason in one sentence.
  scale: [1, 5]
  target: { endpoint: { url: "\${JUDGE_URL}", auth: { type: bearer, secretArn: "\${JUDGE_SECRET}" } } }
  inputMapping: '{ "model": "m", "messages": [{ "role": "user", "content": "Grade as JSON {score, reason}: " & $string(input) }] }'
  executor: { maxConcurrency: 8 }`,
    about: `The judge is any target of yours: an endpoint, an agent, a tool, or a registered target. It receives
\`{ rubric, scale, input, expected, actual }\`, and \`examples\` if there are some; it answers \`{ score, reason }\` in its scale, true or
false, or a number. JSON in a code fence, or with words around it, is found.

- **Asked in a run of its own** over the settled rows: paced, retried, resumed and cancelled with the run it belongs to. What it
  costs counts against \`executor.budgetLimit\`; once that is spent, the answers left are errors of the judge, not of the rows.
- **Paid once.** Answers are kept by content for 180 days: scoring the same answers again asks nobody, also in another run, and a
  run that was killed and resumed asks only what it had not heard yet. What said nothing of use is asked again. \`keepAnswers: false\`
  asks anew in every pass.
- **Votes.** \`votes: 3\` asks three times, and the middle score counts. Use it where the judge is not of one mind with itself.
- **Pairs.** With \`pair: true\` it is shown the answer and the expected one without being told which is which, in both orders: a judge
  that likes whatever comes first best gives 0.5, not 1.
- **What is it worth?** Mark some rows yourself (\`rollcall mark\`); the summary tells how far you and the judge agree (κ), and lists
  where you do not.`,
  },
  function: {
    example:
      '- { type: function, name: house-rules, lambda: "arn:aws:lambda:eu-west-1:123456789012:function:house-rules" }',
    about:
      'Your own code, where an expression is not enough. The function must be among the tools named at deployment. It is asked as a judge is; its answers are not kept, since its code may change, unless `keepAnswers` is true.',
  },
};
