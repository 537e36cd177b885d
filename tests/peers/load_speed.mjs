// Reads a motion to tracks with babylon-mmd, again and again in one process.
// node load_speed.mjs FILE.vmd [ROUNDS]   prints the median in milliseconds
import { loadMotion, makeScene } from "./lib.mjs";

const [file, rounds = "9"] = process.argv.slice(2);
const { scene } = await makeScene(30);
const times = [];
for (let i = 0; i < Number(rounds); i++) {
    const begin = performance.now();
    await loadMotion(scene, file);
    times.push(performance.now() - begin);
}
console.log(times.sort((a, b) => a - b)[times.length >> 1]);
process.exit(0);
