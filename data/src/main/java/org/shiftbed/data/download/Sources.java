package org.shiftbed.data.download;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;

/**
 * The public data sets that can be fetched ({@code domainbed-protocol.md} 1.8, {@code controlled-shifts.md} 2). Links of data sets decay; licences are as their
 * authors state them, which their page tells best.
 */
public final class Sources {
    private static final String UNSTATED = "none stated by its authors";
    private static final String RESEARCH = "non-commercial research";
    private static final String CODALAB = "https://worksheets.codalab.org/rest/bundles/";

    private Sources() {}

    /** All of them, by name. */
    public static List<Source> all() {
        List<Source> all = new ArrayList<>();
        all.addAll(ofDomainBed());
        all.addAll(ofWilds());
        all.addAll(ofFactors());
        all.sort((a, b) -> a.name().compareTo(b.name()));
        return List.copyOf(all);
    }

    /**
     * The one of a name, or the one that a registered data set of this name is read from.
     *
     * @throws org.shiftbed.base.UserError where there is none; the message offers the nearest name
     */
    public static Source require(String name, String place) {
        TreeSet<String> known = new TreeSet<>();
        for (Source source : all()) {
            if (source.name().equals(name) || source.datasets().contains(name)) {
                return source;
            }
            known.add(source.name());
            known.addAll(source.datasets());
        }
        throw Names.unknown(place, "data set that can be fetched", name, known);
    }

    /** The source that a registered data set is read from; null where it needs none. */
    public static @Nullable Source of(String dataset) {
        return all().stream()
                .filter(source ->
                        source.name().equals(dataset) || source.datasets().contains(dataset))
                .findFirst()
                .orElse(null);
    }

    private static List<Source> ofDomainBed() {
        return List.of(
                new Source(
                        "MNIST",
                        List.of("ColoredMNIST", "RotatedMNIST"),
                        "CC BY-SA 3.0",
                        "http://yann.lecun.com/exdb/mnist/",
                        List.of(
                                digits("train-images-idx3-ubyte.gz", 9_912_422, "f68b3c2dcbeaaa9fbdd348bbdeb94873"),
                                digits("train-labels-idx1-ubyte.gz", 28_881, "d53e105ee54ea40749a09fcbcd1e9432"),
                                digits("t10k-images-idx3-ubyte.gz", 1_648_877, "9fb629c4189551a2d022fa330f9573f3"),
                                digits("t10k-labels-idx1-ubyte.gz", 4_542, "ec29112dd5afa0611ce80d1b7f02629c")),
                        Map.of(),
                        "MNIST",
                        "DATA/MNIST/raw/ holds the four IDX files",
                        null),
                folders(
                        "VLCS",
                        UNSTATED,
                        "https://github.com/belaalb/G2DM",
                        List.of(drive("VLCS.tar.gz", "1skwblH1_okBwxWxmRsp9_qi15hyPpxg8")),
                        Map.of(),
                        "VLCS",
                        "Caltech101, LabelMe, SUN09 and VOC2007"),
                folders(
                        "PACS",
                        UNSTATED,
                        "https://dali-dl.github.io/project_iccv2017.html",
                        List.of(drive("PACS.zip", "1JFr8f805nMUelQWWmfnJR3y4_SYoN5Pd")),
                        Map.of("kfold", "PACS"),
                        "PACS",
                        "art_painting, cartoon, photo and sketch"),
                folders(
                        "OfficeHome",
                        RESEARCH,
                        "https://www.hemanthdv.org/officeHomeDataset.html",
                        List.of(drive("office_home.zip", "1uY0pj7oFsjMxRwaD3Sxy0jgel0fsYXLC")),
                        Map.of("OfficeHomeDataset_10072016", "office_home"),
                        "office_home",
                        "Art, Clipart, Product and Real World"),
                new Source(
                        "TerraIncognita",
                        List.of("TerraIncognita"),
                        "CDLA-Permissive-1.0",
                        "https://lila.science/datasets/caltech-camera-traps",
                        List.of(
                                camera("eccv_18_all_images_sm.tar.gz", 6_000_000_000L),
                                camera("eccv_18_annotations.tar.gz", 3_000_000)),
                        Map.of(),
                        "terra_incognita",
                        "DATA/terra_incognita/ holds location_100, location_38, location_43 and location_46, each with a"
                                + " folder a class",
                        TerraBuild::build),
                new Source(
                        "DomainNet",
                        List.of("DomainNet"),
                        "fair use, research",
                        "https://ai.bu.edu/M3SDA",
                        List.of(
                                visda("groundtruth/clipart.zip", 1_300_000_000),
                                visda("infograph.zip", 4_000_000_000L),
                                visda("groundtruth/painting.zip", 3_700_000_000L),
                                visda("quickdraw.zip", 439_000_000),
                                visda("real.zip", 5_600_000_000L),
                                visda("sketch.zip", 2_500_000_000L)),
                        Map.of(),
                        "domain_net",
                        "DATA/domain_net/ holds clipart, infograph, painting, quickdraw, real and sketch",
                        null),
                folders(
                        "SVIRO",
                        "CC BY-NC-SA 4.0",
                        "https://sviro.kl.dfki.de",
                        List.of(file("sviro.zip", 0, null, "", "https://sviro.kl.dfki.de/?wpdmdl=1731")),
                        Map.of("SVIRO_DOMAINBED", "sviro"),
                        "sviro",
                        "a folder for each of the ten cars"),
                new Source(
                        "Spawrious",
                        spawrious(),
                        "CC BY 4.0",
                        "https://github.com/aengusl/spawrious",
                        List.of(file(
                                "spawrious224.tar.gz",
                                0,
                                null,
                                "",
                                "https://www.dropbox.com/s/e40j553480h3f3s/spawrious224.tar.gz?dl=1")),
                        Map.of(),
                        "spawrious224",
                        "DATA/spawrious224/ holds 0 and 1",
                        null));
    }

    private static List<Source> ofWilds() {
        return List.of(
                wilds(
                        "Camelyon17",
                        List.of("Camelyon17", "WILDSCamelyon"),
                        "CC0 1.0",
                        "camelyon17_v1.0",
                        "0xe45e15f39fb54e9d9e919556af67aabe",
                        10_660_000_000L,
                        "metadata.csv and patches"),
                wilds(
                        "iWildCam",
                        List.of("iWildCam"),
                        "CDLA-Permissive-1.0",
                        "iwildcam_v2.0",
                        "0x6313da2b204647e79a14b468131fcd64",
                        11_960_000_000L,
                        "metadata.csv, categories.csv and train"),
                wilds(
                        "FMoW",
                        List.of("FMoW", "WILDSFMoW"),
                        "Functional Map of the World Challenge Public License",
                        "fmow_v1.1",
                        "0xaec91eb7c9d548ebb15e1b5e60f966ab",
                        0,
                        "rgb_metadata.csv, country_code_mapping.csv and images"));
    }

    private static List<Source> ofFactors() {
        return List.of(
                single(
                        "dSprites",
                        "Apache-2.0",
                        "https://github.com/google-deepmind/dsprites-dataset",
                        "dsprites_ndarray_co1sh3sc6or40x32y32_64x64.npz",
                        0,
                        "https://github.com/google-deepmind/dsprites-dataset/raw/master/"
                                + "dsprites_ndarray_co1sh3sc6or40x32y32_64x64.npz"),
                single(
                        "MPI3D",
                        "CC BY 4.0",
                        "https://github.com/rr-learning/disentanglement_dataset",
                        "mpi3d_real.npz",
                        0,
                        "https://huggingface.co/datasets/waleedgondal/mpi3d/resolve/main/mpi3d_real.npz"),
                single(
                        "Shapes3D",
                        "Apache-2.0",
                        "https://github.com/google-deepmind/3d-shapes",
                        "3dshapes.h5",
                        0,
                        "https://storage.googleapis.com/3d-shapes/3dshapes.h5"),
                norb());
    }

    private static Source norb() {
        List<RemoteFile> files = new ArrayList<>();
        for (String part :
                List.of("smallnorb-5x46789x9x18x6x2x96x96-training", "smallnorb-5x01235x9x18x6x2x96x96-testing")) {
            for (String kind : List.of("dat", "cat", "info")) {
                String name = part + "-" + kind + ".mat.gz";
                files.add(file(name, 0, null, "smallnorb", "https://cs.nyu.edu/~ylclab/data/norb-v1.0-small/" + name));
            }
        }
        return new Source(
                "SmallNORB",
                List.of("SmallNORB"),
                "research, with reference to its paper",
                "https://cs.nyu.edu/~ylclab/data/norb-v1.0-small/",
                files,
                Map.of(),
                "smallnorb",
                "DATA/smallnorb/ holds the six .mat.gz files",
                null);
    }

    private static List<String> spawrious() {
        List<String> names = new ArrayList<>();
        for (String kind : List.of("O2O", "M2M")) {
            for (String level : List.of("easy", "medium", "hard")) {
                names.add("Spawrious" + kind + "_" + level);
            }
        }
        return names;
    }

    private static Source folders(
            String name,
            String licence,
            String page,
            List<RemoteFile> files,
            Map<String, String> renames,
            String place,
            String holds) {
        return new Source(
                name, List.of(name), licence, page, files, renames, place, "DATA/" + place + "/ holds " + holds, null);
    }

    private static Source wilds(
            String name, List<String> datasets, String licence, String place, String bundle, long bytes, String holds) {
        return new Source(
                name,
                datasets,
                licence,
                "https://wilds.stanford.edu/datasets/",
                List.of(file(place + ".tar.gz", bytes, null, place, CODALAB + bundle + "/contents/blob/")),
                Map.of(),
                place,
                "DATA/" + place + "/ holds " + holds,
                null);
    }

    private static Source single(String name, String licence, String page, String file, long bytes, String address) {
        return new Source(
                name,
                List.of(name),
                licence,
                page,
                List.of(file(file, bytes, null, "", address)),
                Map.of(),
                file,
                "DATA/" + file + " is there",
                null);
    }

    private static RemoteFile digits(String name, long bytes, String md5) {
        return file(
                name,
                bytes,
                Checksum.md5(md5),
                "MNIST/raw",
                "https://ossci-datasets.s3.amazonaws.com/mnist/" + name,
                "http://yann.lecun.com/exdb/mnist/" + name);
    }

    private static RemoteFile drive(String name, String id) {
        return file(
                name,
                0,
                null,
                "",
                "https://drive.usercontent.google.com/download?id=" + id + "&export=download&confirm=t");
    }

    private static RemoteFile camera(String name, long bytes) {
        return file(
                name,
                bytes,
                null,
                TerraBuild.RAW,
                "https://storage.googleapis.com/public-datasets-lila/caltechcameratraps/" + name);
    }

    private static RemoteFile visda(String path, long bytes) {
        String name = path.substring(path.indexOf('/') + 1);
        return file(name, bytes, null, "domain_net", "http://csr.bu.edu/ftp/visda/2019/multi-source/" + path);
    }

    private static RemoteFile file(
            String name, long bytes, @Nullable Checksum checksum, String into, String... addresses) {
        return new RemoteFile(name, Arrays.stream(addresses).map(URI::create).toList(), bytes, checksum, into);
    }
}
