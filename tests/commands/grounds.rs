//! Commands that paint the same ground of a map at once, and some that are killed at it: no ground
//! is ever half a one, and what they show is the same.

use super::{Command, NOW, PathBuf, Place, Stdio, fs};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

type Files = BTreeMap<String, Vec<u8>>;

/// The files in a folder; none if there is none.
fn files(folder: &Path) -> Files {
    let Ok(items) = fs::read_dir(folder) else {
        return Files::new();
    };
    let each = items.map(|item| {
        let path = item.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(&path).unwrap())
    });
    each.collect()
}

struct Painters {
    place: Place,
}

impl Painters {
    /// Begins to paint into a folder of this name.
    fn begin(&self, name: &str) -> (std::process::Child, PathBuf) {
        let folder = self.place.0.path().join(name);
        let shown = ["show", "spain", "--as", "spain", "--pictures"];
        let child = Command::new(env!("CARGO_BIN_EXE_packetboat-with-toys"))
            .args(["--now", NOW, "--club"])
            .arg(self.place.club())
            .args(shown)
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        (child.unwrap(), folder)
    }

    fn grounds(&self) -> PathBuf {
        self.place.club().join("desk/grounds")
    }
}

#[test]
fn a_ground_that_several_paint_at_once_is_never_half_a_one() {
    let place = Place::new();
    let robots = ["england", "france", "portugal"].map(|it| ["--robot", it]);
    let new = [
        "new",
        "conquistador",
        "spain",
        "--player",
        "spain=Ana <ana@example.org>",
    ];
    let new = Vec::from_iter(new.into_iter().chain(robots.into_iter().flatten()));
    let new = place.at(&new);
    assert_eq!(new.code, 0, "{}", new.err);
    let painters = Painters { place };
    let grounds = painters.grounds();
    let (mut first, folder) = painters.begin("first");
    assert!(first.wait().unwrap().success());
    let (pictures, whole) = (files(&folder), files(&grounds));
    assert!(pictures.len() > 1 && whole.len() > 1, "{:?}", whole.keys());
    for round in 0..2 {
        fs::remove_dir_all(&grounds).unwrap();
        let begun = ["one", "two", "three"].map(|it| painters.begin(&format!("{it}-{round}")));
        for (mut child, folder) in begun {
            assert!(child.wait().unwrap().success());
            assert!(files(&folder) == pictures, "{}", folder.display());
        }
        assert!(files(&grounds) == whole, "{:?}", files(&grounds).keys());
    }
    for after in [20, 60, 120, 240] {
        fs::remove_dir_all(&grounds).unwrap();
        let (mut child, _) = painters.begin(&format!("killed-{after}"));
        std::thread::sleep(Duration::from_millis(after));
        let _ = child.kill();
        child.wait().unwrap();
        let there = files(&grounds).into_iter();
        let mut named = there.filter(|it| !it.0.ends_with(".tmp"));
        assert!(
            named.all(|(name, bytes)| whole[&name] == bytes),
            "{after} ms"
        );
        let (mut child, folder) = painters.begin(&format!("after-{after}"));
        assert!(child.wait().unwrap().success());
        assert!(files(&folder) == pictures, "{after} ms");
    }
}
