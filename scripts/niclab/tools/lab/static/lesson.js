// A lesson's sheet beside the bench, which hides what is asked for. Pure.
import {escaped} from "./text.js";

const inline = (text) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*([^*\s][^*]*)\*/g, "<i>$1</i>");

// Paragraphs and indented commands, as sheets have them.
export const prose = (text) => text.split(/\n\s*\n/).map((part) => /^ {4}/.test(part) ? `<pre>${escaped(part.replace(/^ {4}/gm, ""))}</pre>` : `<p>${inline(part)}</p>`).join("");

export function sheet(lesson) {
  return `<details open><summary>Lesson ${lesson.number}, ${lesson.minutes} minutes: predict first, then turn and look</summary>${prose(lesson.question)}<h2>Predict</h2>${prose(lesson.predict)}
    ${lesson.find ? `<h2>Find</h2>${prose(lesson.find)}` : ""}<p class="dim"><code>niclab lesson start ${lesson.number}</code> writes <code>lesson${lesson.number}.toml</code>, whose keys are the questions and your <code>[prediction]</code>; to have it marked: <code>niclab lesson check ${lesson.number} lesson${lesson.number}.toml</code>. Sentences and explanations of this page are hidden meanwhile.</p></details>`;
}
