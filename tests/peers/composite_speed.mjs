// Samples and blends three layers of 300 moving bones with babylon-mmd's composite animation: the
// job of our benchmark sample-and-blend/composite, without skeleton, IK or physics.
// node composite_speed.mjs MODEL [FRAMES]   prints microseconds per bone and frame
import { compositeApi, loadModel, makeRuntime, makeScene } from "./lib.mjs";

const [model, frames = "2000"] = process.argv.slice(2);
const kBones = 300, kStep = 10, kFrames = Number(frames);
const { MmdMovableBoneAnimationTrack, MmdPropertyAnimationTrack, MmdCameraAnimationTrack } = await import("babylon-mmd/esm/Loader/Animation/mmdAnimationTrack");
const { MmdAnimation } = await import("babylon-mmd/esm/Loader/Animation/mmdAnimation");
const { MmdAnimationSpan, MmdCompositeAnimation } = await compositeApi();
const { scene } = await makeScene(30);
const { mesh } = await loadModel(scene, model);
const rt = await makeRuntime({ scene, mesh, runtime: "js" });
const names = rt.model.runtimeBones.map((bone) => bone.name).slice(0, kBones);
if (names.length < kBones) throw new Error(`the model has fewer than ${kBones} bones`);

function animation(phase) {
    const keys = kFrames / kStep + 2;
    const tracks = names.map((name, bone) => {
        const track = new MmdMovableBoneAnimationTrack(name, keys);
        for (let key = 0; key < keys; key++) {
            const t = 0.07 * key * kStep + bone + phase;
            const q = [0.4 * Math.sin(t), 0.5 * Math.cos(1.3 * t), 0.3 * Math.sin(0.7 * t + phase), 1];
            const norm = Math.hypot(...q);
            track.frameNumbers[key] = key * kStep;
            track.positions.set([Math.sin(t), Math.cos(t), 0.5], 3 * key);
            track.rotations.set(q.map((c) => c / norm), 4 * key);
            track.positionInterpolations.set([20, 107, 20, 107, 64, 64, 0, 127, 10, 30, 80, 127], 12 * key);
            track.rotationInterpolations.set([40, 90, 5, 120], 4 * key);
            track.physicsToggles[key] = 1;
        }
        return track;
    });
    return new MmdAnimation("layer", [], tracks, [], new MmdPropertyAnimationTrack(0, []), new MmdCameraAnimationTrack(0));
}

const composite = new MmdCompositeAnimation("three");
for (const [phase, weight] of [[0, 0.5], [0.8, 0.3], [1.9, 0.2]])
    composite.addSpan(new MmdAnimationSpan(animation(phase), undefined, undefined, 0, weight));
const handle = rt.model.createRuntimeAnimation(composite);
rt.model.setRuntimeAnimation(handle, false);
const runtime = rt.model.currentAnimation;
const pass = () => { for (let frame = 0; frame < kFrames; frame++) runtime.animate(frame); };
pass(); // warm
const begin = performance.now();
pass();
console.log(1000 * (performance.now() - begin) / (kFrames * kBones));
process.exit(0);
